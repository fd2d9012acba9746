import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server on this machine, with what it was given. */
export interface MailServer {
  readonly url: string
  /** The mails to an address, once there are so many, the oldest first. */
  mailsTo(address: string, count?: number): Promise<Email[]>
  readonly received: readonly Email[]
  /** From now on it takes no mail, or takes them again. */
  refuse(refusing: boolean): void
  stop(): Promise<void>
}

export const startMailServer = async (): Promise<MailServer> => {
  const received: Email[] = []
  let refusing = false
  const arrivals = new EventTarget()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => callback(refusing ? new Error('no room') : null),
    onData: (stream, _session, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        received.push(await PostalMime.parse(Buffer.concat(parts)))
        callback()
        arrivals.dispatchEvent(new Event('mail'))
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const to = (address: string) => received.filter((mail) => mail.to?.some((one) => one.address === address))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    mailsTo: async (address, count = 1) => {
      while (to(address).length < count) await once(arrivals, 'mail')
      return to(address)
    },
    refuse: (value) => {
      refusing = value
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
