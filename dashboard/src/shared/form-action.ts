// A form whose values are sent by an action. Errors of the service appear at their fields.
import { type UseFormInput, useForm } from '@mantine/form';
import { type Action, fieldErrors, useAction } from './errors.ts';

interface FormAction<Values, Result> extends Action<Values, Result> {
  readonly initialValues: Values;
  readonly validate?: UseFormInput<Values>['validate'];
  /** The errors by field of the form, where its fields differ from those of the service. */
  readonly errorsOf?: (errors: Readonly<Record<string, string>>) => Record<string, string>;
}

/** `dialog` is for `FormDialog`. `field` returns the props of an input. */
export function useFormAction<Values extends Record<string, unknown>, Result>({
  initialValues,
  validate,
  errorsOf = (errors) => ({ ...errors }),
  ...action
}: FormAction<Values, Result>) {
  const form = useForm<Values>({ initialValues, ...(validate !== undefined && { validate }) });
  const work = useAction({
    ...action,
    onFailed: (error) => {
      form.setErrors(errorsOf(fieldErrors(error)));
      action.onFailed?.(error);
    },
  });
  const onSubmit = form.onSubmit((values) => work.start(values));
  return { form, field: form.getInputProps, work, dialog: { work, onSubmit } };
}
