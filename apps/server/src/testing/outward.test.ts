import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { sendStatements } from '../lms/forward/send-statements.ts'
import { createMailer } from '../mail/mailer.ts'
import { askProvider } from '../proctoring/ask-provider.ts'
import { createTextMessages } from '../text-message/text-messages.ts'
import { startMailServer } from './mail-server.ts'
import { makeCertificate } from './make-certificate.ts'

const clock = { nowMs: () => 0 }

/** Each service that the server asks over HTTP, at an address; resolves with whether it believes that it was heard. */
const asked: Readonly<Record<string, (url: string) => Promise<boolean>>> = {
  'a provider of proctoring': async (url) =>
    (await askProvider(() => [`${url}/begin`, { method: 'POST', body: 'whose' }], { withinMs: 2000 })).ok,
  'a learning record store': async (url) => (await sendStatements({ url, authorization: 'Basic c2VjcmV0' }, ['{}'], [])).ok,
  'a provider of text messages': async (url) => {
    const messages = createTextMessages(
      { textMessageUrl: url, textMessageKey: 'k3y', textMessageFrom: 'Exams', dataFolder: '/nowhere' },
      clock,
    )
    return messages.send({ to: '1', text: 'a code' }).then(
      () => true,
      () => false,
    )
  },
}

const listening: { close(): unknown }[] = []
afterEach(() => {
  for (const server of listening.splice(0)) server.close()
})
const portOf = async (server: Server | ReturnType<typeof createTlsServer>) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  listening.push(server)
  return (server.address() as AddressInfo).port
}
const serve = async (answer: RequestListener) => `http://127.0.0.1:${await portOf(createServer(answer))}`

describe.each(Object.entries(asked))('%s', (_name, ask) => {
  test.each([301, 302, 303, 307, 308])('is never followed elsewhere with what is meant for it (%i)', async (status) => {
    let strangers = 0
    const elsewhere = await serve((_request, response) => {
      strangers += 1
      response.end('{}')
    })
    const first = await serve((_request, response) => void response.writeHead(status, { location: elsewhere }).end())
    expect(await ask(first)).toBe(false)
    expect(strangers).toBe(0)
  })

  test('is asked over TLS with a certificate alone that somebody vouches for', async () => {
    let heard = 0
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const cert = `-----BEGIN CERTIFICATE-----\n${makeCertificate(publicKey, privateKey).replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const stranger = createSecureServer({ cert, key }, (_request, response) => {
      heard += 1
      response.end('{}')
    })
    expect(await ask(`https://127.0.0.1:${await portOf(stranger)}`)).toBe(false)
    expect(heard).toBe(0)
  })
})

test('a mail server is given nothing over TLS whose certificate nobody vouches for', async () => {
  let heard = ''
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const cert = `-----BEGIN CERTIFICATE-----\n${makeCertificate(publicKey, privateKey).replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const stranger = createTlsServer({ cert, key }, (socket: Socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      heard += data.toString()
    })
    socket.write('220 mail.example ESMTP\r\n')
  })
  const smtpUrl = `smtps://user:secret@127.0.0.1:${await portOf(stranger)}`
  const mailer = createMailer({ smtpUrl, mailFrom: 'Exams <exams@example.org>', dataFolder: '/nowhere' }, clock)
  await expect(mailer.send({ to: 'ada@mail.example', subject: 'A code', text: '123456' })).rejects.toThrow(/certificate/i)
  expect(heard).toBe('')
  mailer.close()
})

test('nothing of a name or an address becomes a head of a mail, or somebody else who gets it', async () => {
  const mail = await startMailServer()
  const mailer = createMailer({ smtpUrl: mail.url, mailFrom: 'Exams <exams@example.org>', dataFolder: '/nowhere' }, clock)
  const ends = ['\r\n', '\n', '\r', '\u2028', '\0', '%0d%0a', '=?utf-8?q?=0d=0a?=']
  for (const end of ends) {
    const more = `${end}Bcc: all@evil.example${end}X-Evil: 1${end}${end}<script>`
    await mailer.send({ to: 'ada@mail.example', subject: `Your code, Ada${more}`, text: `Dear Ada${more}` })
  }
  const received = await mail.mailsTo('ada@mail.example', ends.length)
  for (const one of received) {
    expect(one.headers.map(({ key }) => key).filter((name) => ['bcc', 'cc', 'x-evil'].includes(name))).toEqual([])
    expect([one.to, one.bcc ?? [], one.cc ?? []]).toEqual([[expect.objectContaining({ address: 'ada@mail.example' })], [], []])
    expect(one.subject).toContain('Your code, Ada')
  }
  for (const to of [
    'ada@mail.example, all@evil.example',
    'ada@mail.example\r\nBcc: all@evil.example',
    '"Ada" <all@evil.example>',
  ])
    await mailer.send({ to, subject: 'A code', text: '123456' }).catch(() => undefined)
  const others = mail.received.slice(ends.length).flatMap((one) => [...(one.to ?? []), ...(one.bcc ?? []), ...(one.cc ?? [])])
  expect(others.map(({ address }) => address).filter((address) => address === 'all@evil.example')).toEqual([])
  mailer.close()
  await mail.stop()
})
