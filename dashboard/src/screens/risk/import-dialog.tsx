// Imports a file of addresses into a list: first a preview with all problems, then the import.
import { Alert, Button, FileButton, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../shared/errors.ts';
import { type Texts, useTexts } from '../../shared/i18n.tsx';
import { textOfFile } from '../../shared/text-of-file.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { type Checked, checkPieces, importPieces, piecesOf } from './import-file.ts';
import type { ListName, ListNames } from './queries.ts';

interface Props {
  readonly names: ListNames;
  readonly onClose: () => void;
}

interface Chosen {
  readonly name: string;
  readonly pieces: NonNullable<ReturnType<typeof piecesOf>>;
}

export function ImportDialog({ names, onClose }: Props) {
  const t = useTexts('risk');
  const [list, setList] = useState<ListName>('block');
  const [note, setNote] = useState('');
  const [file, setFile] = useState<Chosen>();
  const [isLong, setLong] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  const [done, setDone] = useState(0);
  const pieces = file?.pieces ?? [];
  const isReady = checked !== undefined && checked.wrong === 0;
  const work = useAction<undefined, Checked | null>({
    run: async () => {
      setDone(0);
      if (!isReady) return checkPieces({ list, pieces }, setDone);
      const confirms = t.confirms({ count: checked.new + checked.known, list: names[list] });
      await importPieces({ list, pieces, note: note.trim() }, { confirms, report: setDone });
      return null;
    },
    onDone: (found) => (found === null ? onClose() : setChecked(found)),
  });
  const choose = async (chosen: File | null) => {
    if (chosen === null) return;
    const found = piecesOf(await textOfFile(chosen));
    setLong(found === null);
    setFile(found === null ? undefined : { name: chosen.name, pieces: found });
    setChecked(undefined);
  };
  return (
    <FormDialog
      title={t.open}
      action={isReady ? t.take({ count: checked.new }) : t.check}
      isReady={file !== undefined && (checked === undefined || isReady)}
      work={work}
      onSubmit={() => work.start(undefined)}
      onClose={onClose}
    >
      <Text>{t.about}</Text>
      <NativeSelect
        label={t.list}
        value={list}
        disabled={work.isPending}
        data={(Object.keys(names) as ListName[]).map((value) => ({ value, label: names[value] }))}
        onChange={(event) => {
          setList(event.currentTarget.value as ListName);
          setChecked(undefined);
        }}
      />
      <FileButton onChange={(chosen) => void choose(chosen)} accept=".csv,.txt,.json,text/*">
        {(props) => (
          <Button variant="default" disabled={work.isPending} {...props}>
            {file === undefined ? t.choose : t.chosen({ name: file.name })}
          </Button>
        )}
      </FileButton>
      {isLong && (
        <Alert color="red" role="alert">
          {t.long}
        </Alert>
      )}
      <TextInput
        label={t.note}
        value={note}
        maxLength={255}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {work.isPending && <Text role="status">{t.progress({ done, all: pieces.length })}</Text>}
      {checked !== undefined && <ImportCheck checked={checked} />}
    </FormDialog>
  );
}

function ImportCheck({ checked }: { readonly checked: Checked }) {
  const t = useTexts('risk');
  const { wrong, problems } = checked;
  return (
    <Stack gap="sm">
      <Text role="status" fw={600}>
        {t.found({ fresh: checked.new, known: checked.known, ignored: checked.ignored })}
      </Text>
      {wrong > 0 && (
        <>
          <Alert color="red" role="alert" title={t.wrong({ count: wrong })}>
            {t.mend}
          </Alert>
          <RowsTable
            label={t.wrong({ count: wrong })}
            rows={problems}
            rowKey={({ where, text }) => `${where} ${text}`}
            columns={[
              {
                head: t.where,
                cell: ({ where }) => placeText(where, (number) => t.line({ number })),
              },
              {
                head: t.text,
                cell: ({ text }) => <code style={{ overflowWrap: 'anywhere' }}>{text}</code>,
              },
              { head: t.rowProblem, cell: (row) => ruleText(row, t) },
            ]}
          />
        </>
      )}
    </Stack>
  );
}

type Row = { readonly coin: string | null; readonly has_tag: boolean };

function ruleText({ coin, has_tag: hasTag }: Row, t: Texts['risk']): string {
  if (coin === null) return t.notOfAny;
  return hasTag ? t.notOfNoTag({ coin }) : t.notOf({ coin });
}

/** `line 3`. A position that is not a line, as in JSON, is shown as it is. */
function placeText(where: string, line: (number: string) => string): string {
  const [, number] = /^line (\d+)$/.exec(where) ?? [];
  return number === undefined ? where : line(number);
}
