// Every text that a mail to the payer of a subscription needs, in one language. A language file in mail-texts/ that
// lacks one does not compile. `{...}` stands for a value that the mail fills in.

export interface MailTexts {
  /** Title of the mail as a document. */
  readonly title: string;
  readonly subject: string;
  readonly greeting: string;
  readonly greetingByName: string;
  readonly request: string;
  /** Caption of the link. */
  readonly pay: string;
  /** What the payer finds behind the link. */
  readonly how: string;
  /** What happens without a payment, and to whom the mail came by mistake. */
  readonly why: string;
  readonly questions: string;
}
