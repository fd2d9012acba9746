import type { Database } from '../db/database.ts'
import { textsOf } from '../messages/texts-of.ts'
import type { Letter } from './mailer.ts'

/** What is written to people, by kind; each has a subject and a text in the message catalogue. */
export type LetterKind = 'RESET' | 'INVITE' | 'CODE' | 'RESET_CODE'

interface Texts {
  readonly subject: string
  readonly text: string
}

const english: Readonly<Record<LetterKind, Texts>> = {
  RESET: {
    subject: 'Your new password for {organisation}',
    text: `Hello {name},

somebody, most likely you, asked for a new password for the user name {username} at {organisation}. Choose one here:

{link}

The link works once, until {until}. If it wasn't you, leave it unused: your password stays as it is.`,
  },
  INVITE: {
    subject: 'Your account at {organisation}',
    text: `Hello {name},

there is an account for you at {organisation}. Your user name is {username}. Choose your password here:

{link}

The link works once, until {until}.`,
  },
  CODE: {
    subject: '{code} is your code for {organisation}',
    text: `Hello {name},

your code for signing in at {organisation} is {code}. It works once, for ten minutes.

Nobody from {organisation} will ever ask you for it. If you aren't signing in, somebody has your password: change it.`,
  },
  RESET_CODE: {
    subject: '{code} resets your authentication at {organisation}',
    text: `Hello {name},

somebody asked to set up the authentication of your account at {organisation} anew. If that is you, the code is {code}. It works once, for ten minutes.

If it isn't you, give it to nobody and change your password.`,
  },
}

const arabic: Readonly<Record<LetterKind, Texts>> = {
  RESET: {
    subject: 'كلمة مرورك الجديدة في {organisation}',
    text: `مرحبًا {name}،

طلب شخص ما، ولعلّه أنت، كلمة مرور جديدة لاسم المستخدم {username} في {organisation}. اخترها هنا:

{link}

يعمل الرابط مرة واحدة حتى {until}. إن لم تطلب ذلك فلا تستخدمه، وتبقى كلمة مرورك كما هي.`,
  },
  INVITE: {
    subject: 'حسابك في {organisation}',
    text: `مرحبًا {name}،

لديك حساب في {organisation}، واسم المستخدم هو {username}. اختر كلمة مرورك هنا:

{link}

يعمل الرابط مرة واحدة حتى {until}.`,
  },
  CODE: {
    subject: 'رمزك في {organisation} هو {code}',
    text: `مرحبًا {name}،

رمز تسجيل دخولك إلى {organisation} هو {code}. يعمل مرة واحدة خلال عشر دقائق.

لن يطلبه منك أحد من {organisation}. إن لم تكن تسجّل دخولك الآن فهناك من يعرف كلمة مرورك: غيّرها.`,
  },
  RESET_CODE: {
    subject: 'الرمز {code} يعيد ضبط التحقق في {organisation}',
    text: `مرحبًا {name}،

طلب شخص ما إعادة ضبط التحقق لحسابك في {organisation}. إن كان ذلك أنت فالرمز هو {code}، ويعمل مرة واحدة خلال عشر دقائق.

إن لم يكن أنت فلا تعطه لأحد، وغيّر كلمة مرورك.`,
  },
}

/** Language 2 is Arabic; every other one that we have no texts of reads English. */
const shipped = (languageId: number) => (languageId === 2 ? arabic : english)

export interface Recipient {
  readonly orgId: number
  readonly languageId: number
  readonly to: string
}

/**
 * A letter in the recipient's language: the organisation's own texts `MAIL_{kind}_SUBJECT` and `MAIL_{kind}_TEXT` where it has them.
 * What stands in braces is filled in; a name that has braces itself is not filled in again.
 */
export const writeLetter = async (
  database: Database,
  { orgId, languageId, to }: Recipient,
  kind: LetterKind,
  values: Readonly<Record<string, string>>,
): Promise<Letter> => {
  const ids = { subject: `MAIL_${kind}_SUBJECT`, text: `MAIL_${kind}_TEXT` }
  const own = await textsOf(database, orgId, languageId, Object.values(ids))
  const texts = shipped(languageId)[kind]
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return {
    to,
    // A line break would begin another header.
    subject: fill(own.get(ids.subject) ?? texts.subject).replace(/\s+/g, ' '),
    text: fill(own.get(ids.text) ?? texts.text),
  }
}

/** What a text message with a code says, from `TEXT_MESSAGE_CODE` where the organisation has it. */
export const writeTextMessage = async (
  database: Database,
  { orgId, languageId }: Omit<Recipient, 'to'>,
  values: Readonly<Record<'code' | 'organisation', string>>,
): Promise<string> => {
  const own = await textsOf(database, orgId, languageId, ['TEXT_MESSAGE_CODE'])
  const text =
    own.get('TEXT_MESSAGE_CODE') ??
    (languageId === 2 ? 'رمزك في {organisation}: {code}' : '{code} is your code for {organisation}')
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name === 'code' || name === 'organisation' ? values[name] : whole,
  )
}
