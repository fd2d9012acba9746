import { connect, type Socket } from 'node:net'
import { calls } from '@sitwell/contract'
import type { Database } from '../../apps/server/src/db/database.ts'
import { pathOf } from '../../apps/server/src/http/register.ts'
import { type Attacked, type Suffered, startApart } from './apart.ts'

/** Requests that are sent at once on each of many connections, whose answers nobody reads. */
interface Flood {
  readonly name: string
  readonly requests: number
  /** Such a request, as it is sent. */
  request(attacked: Attacked): string
}

interface Asked {
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const written = ({ path, token, headers = {}, body }: Asked): string =>
  [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: x',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `\r\n${body ?? ''}`,
  ].join('\r\n')

const exam = ({ attacker: { entry, token } }: Attacked, headers: Asked['headers'] = {}) => {
  const query = new URLSearchParams(Object.entries(entry).map(([name, value]) => [name, String(value)]))
  return written({ path: `${pathOf(calls.examJson)}?${query}`, token, headers })
}

/** As large as its call takes, and made of small things of all kinds, which take the longest to read. */
const activityLog = ({ attacker: { formRunGuid, token } }: Attacked) => {
  const value = Object.fromEntries(Array.from({ length: 10 }, (_, key) => [`k${key}`, key]))
  const activities = Array.from({ length: 5000 }, (_, number) => ({
    ...{ id: `a${number}`, type: 1, value: { [`n${number}`]: value, filler: 'x'.repeat(400) } },
  }))
  return written({
    path: pathOf(calls.activityLog).replace(':formRunGuid', formRunGuid),
    token,
    body: JSON.stringify({ formRunGuid, activities }),
  })
}

const floods: readonly Flood[] = [
  { name: 'the description of the contract, by nobody', requests: 40, request: () => written({ path: '/openapi.json' }) },
  {
    name: 'the same, compressed',
    requests: 40,
    request: () => written({ path: '/openapi.json', headers: { 'accept-encoding': 'br, gzip' } }),
  },
  { name: 'two hundred pings, by nobody', requests: 200, request: () => written({ path: pathOf(calls.ping) }) },
  // As many as may wait behind one.
  { name: 'the content of an exam', requests: 9, request: (attacked) => exam(attacked) },
  {
    name: 'the content of an exam, compressed by Brotli',
    requests: 9,
    request: (attacked) => exam(attacked, { 'accept-encoding': 'br' }),
  },
  {
    name: 'a file of 8 MB',
    requests: 9,
    request: ({ attacker, fileGuid }) =>
      written({ path: pathOf(calls.downloadFile).replace(':fileGuid', fileGuid), token: attacker.token }),
  },
  { name: 'activity logs of 3 MB', requests: 1, request: activityLog },
]

/** What the server may take more, and a save may last (the 99th of a hundred), under each flood. */
const bounds = { megabytes: 150, saveMs: 250 } as const

const openUnread = (origin: string): Promise<Socket> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    // It is cut, which is what should happen.
    socket.on('error', () => {})
    socket.pause()
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => resolve(socket))
  })

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0

const findingsOf = (name: string, { grownMegabytes, saves, failures }: Suffered, isTimed: boolean): string[] => {
  const p99 = Math.round(percentile(saves, 0.99))
  return [
    ...failures.map((failure) => `${name}: ${failure}`),
    ...(grownMegabytes > bounds.megabytes ? [`${name}: the server took ${grownMegabytes} MB more`] : []),
    ...(isTimed && p99 > bounds.saveMs ? [`${name}: a save took ${p99} ms`] : []),
  ]
}

interface FloodWishes {
  readonly connections: number
  /** Saves of the honest learner during each flood. */
  readonly saves: number
  /** Whether it is a finding that saves were slow: true of a machine that does nothing else. */
  readonly isTimed: boolean
  /** A part of the name of the flood, instead of all of them. */
  readonly only?: string | undefined
  /** Called with what each flood came to. */
  onFlood?(counted: string): void
}

/** Asks for much on many connections, reads nothing, and has a learner save meanwhile: the server has to stay small, and the saves quick. */
export const floodSlowReaders = async (
  database: Database['dialect'],
  { connections, saves, isTimed, onFlood, only }: FloodWishes,
) => {
  const findings: string[] = []
  const counted: string[] = []
  for (const { name, requests, request } of floods.filter((one) => only === undefined || one.name.includes(only))) {
    const { attacked, suffer, stop } = await startApart(database, { fileBytes: 8_000_000 })
    const bytes = request(attacked).repeat(requests)
    let opened: Socket[] = []
    const suffered = await suffer(async () => {
      opened = await Promise.all(Array.from({ length: connections }, () => openUnread(attacked.origin)))
      for (const socket of opened) socket.write(bytes)
    }, saves)
    for (const socket of opened) socket.destroy()
    await stop()
    findings.push(...findingsOf(name, suffered, isTimed))
    const slowest = Math.round(Math.max(...suffered.saves))
    const p99 = Math.round(percentile(suffered.saves, 0.99))
    counted.push(`${name}: ${suffered.grownMegabytes} MB more, saves in ${p99} ms (99 of 100), ${slowest} ms at most`)
    onFlood?.(counted.at(-1) ?? '')
  }
  return { findings, counted: counted.join('; ') }
}
