import type { MailOutboxTable } from '../db/schema.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Milliseconds until a mail is tried again, by how often it was tried. One that was tried more often than this has entries has failed: that is after a day and a half. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 8 * hourMs, 24 * hourMs] as const

/** Milliseconds after which a mail that is being sent is taken for broken off: far longer than a mail server may take to all its steps. */
export const sendingMs = 5 * minuteMs

/** Milliseconds for which all mails rest if the mail server itself fails: one mail in a minute finds out whether it works again. */
export const restMs = minuteMs

const mostAnswer = 500

/** What sending a mail failed by. */
export interface MailFailure {
  /**
   * `refused`: the mail server refuses this address for good. `of-mail`: it doesn't take this mail now. `of-server`: it can't be reached, or takes mails of
   * nobody.
   */
  readonly is: 'refused' | 'of-mail' | 'of-server'
  /** In the words of the mail server, on one line. */
  readonly answer: string
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>)[name] : undefined

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a mail server says is shown on one line.
const unshown = /[\s\u0000-\u001f\u007f]+/g

const answerOf = (error: unknown): string => {
  const said = fieldOf(error, 'response') ?? fieldOf(error, 'message')
  return (typeof said === 'string' ? said : 'no answer').replace(unshown, ' ').trim().slice(0, mostAnswer)
}

/** The mail server refuses everybody, not this address: its policy, such as that it relays nothing. */
const isPolicy = (answer: string): boolean => /^\d{3}[ -]5\.7\.\d/.test(answer)

/** Judges what a mailer threw. */
export const judgeFailure = (error: unknown): MailFailure => {
  const [code, command, reply] = ['code', 'command', 'responseCode'].map((name) => fieldOf(error, name))
  const answer = answerOf(error)
  if (code === 'EENVELOPE' && command === 'RCPT TO') {
    const isForGood = typeof reply === 'number' && reply >= 500 && !isPolicy(answer)
    return { is: isForGood ? 'refused' : 'of-mail', answer }
  }
  return { is: code === 'EMESSAGE' && reply !== 421 ? 'of-mail' : 'of-server', answer }
}

/** The columns of a mail that could not be sent. `tries`: how often it was tried, this time included. */
export const afterFailure = (
  { is, answer }: MailFailure,
  tries: number,
  nowMs: number,
): Pick<MailOutboxTable, 'answer' | 'changed_at' | 'next_at' | 'reason' | 'state'> => {
  const common = { answer, changed_at: nowMs, next_at: nowMs, reason: null } as const
  if (is === 'refused') return { ...common, state: 'undeliverable', reason: 'refused' }
  const pauseMs = pausesMs[Math.max(1, tries) - 1]
  return pauseMs === undefined ? { ...common, state: 'failed' } : { ...common, state: 'queued', next_at: nowMs + pauseMs }
}

/** Whether a text is an address to which a mail can be sent: one, without a name. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(text)
