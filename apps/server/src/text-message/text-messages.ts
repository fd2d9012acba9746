import type { Clock } from '../clock.ts'
import { createMailer } from '../mail/mailer.ts'

/** Sends a text message, or throws an error if nobody took it. A provider of another kind is another implementation of this. */
export interface TextMessages {
  send(message: { readonly to: string; readonly text: string }): Promise<void>
}

export interface TextMessageConfig {
  readonly textMessageUrl: string | undefined
  readonly textMessageKey: string | undefined
  readonly textMessageFrom: string
  readonly dataFolder: string
}

/** Milliseconds that the provider may take. */
const patienceMs = 10_000

/** Posts `{ to, from, text }` as JSON, with the key as bearer; any 2xx means that it was taken. */
const overHttp = (url: string, key: string | undefined, from: string): TextMessages => ({
  send: async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ to, from, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The provider of text messages answered ${response.status}.`)
  },
})

/** The provider that is configured; without one, messages are written where unsent mails are. */
export const createTextMessages = (config: TextMessageConfig, clock: Clock): TextMessages => {
  const { textMessageUrl, textMessageKey, textMessageFrom, dataFolder } = config
  if (textMessageUrl !== undefined) return overHttp(textMessageUrl, textMessageKey, textMessageFrom)
  const files = createMailer({ smtpUrl: undefined, mailFrom: textMessageFrom, dataFolder }, clock)
  return { send: ({ to, text }) => files.send({ to, subject: 'Text message', text }) }
}
