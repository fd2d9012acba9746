import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'

export interface Letter {
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same each time that this letter is sent: who gets it twice may know it by that. Letters, digits. */
  readonly id?: string
}

/** Sends a letter, or throws an error if nobody took it. */
export interface Mailer {
  send(letter: Letter): Promise<void>
  close(): void
}

/** Milliseconds that a mail server may take to each step; a learner waits for the code meanwhile. */
const patienceMs = 10_000

/** `Message-ID` of a letter: its own id at the domain that mails come from. */
const messageIdOf = (id: string, from: string): string => `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'sitwell.invalid'}>`

/** A name goes into a header as its own text, so that nothing in it becomes an address. */
const smtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, id }) => {
      const messageId = id === undefined ? {} : { messageId: messageIdOf(id, from) }
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, ...messageId })
    },
    close: () => transport.close(),
  }
}

/** Folder, below the data folder, of mails and text messages that nothing was configured to send. */
export const unsentFolder = (dataFolder: string) => join(dataFolder, 'mails')

/** Writes each letter as a text file, for a machine without a mail server; readable by the owner alone, as they hold links. */
const folderMailer = (folder: string, from: string, clock: Clock): Mailer => ({
  send: async ({ to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const at = new Date(clock.nowMs()).toISOString()
    const name = `${at.replaceAll(':', '-')} ${to.replace(/[^\w.@-]/g, '_').slice(0, 80)} ${randomUUID().slice(0, 8)}.txt`
    await writeFile(join(folder, name), `From: ${from}\nTo: ${to}\nDate: ${at}\nSubject: ${subject}\n\n${text}\n`, {
      mode: 0o600,
    })
  },
  close: () => {},
})

/** A mailer over SMTP, or over files in the data folder where no `smtpUrl` is configured. */
export const createMailer = (
  {
    smtpUrl,
    mailFrom,
    dataFolder,
  }: { readonly smtpUrl: string | undefined; readonly mailFrom: string; readonly dataFolder: string },
  clock: Clock,
): Mailer => (smtpUrl === undefined ? folderMailer(unsentFolder(dataFolder), mailFrom, clock) : smtpMailer(smtpUrl, mailFrom))
