import { describe, expect, test } from 'vitest'
import { readSystemCalls, syncBefore } from './system-calls.ts'

const log = /sitwell\.sqlite-wal$/
const one = { reply: '"sequence":1}', persisted: 'text one' }
const two = { reply: '"sequence":2}', persisted: 'text two' }

const file = '21</tmp/a b/sitwell.sqlite-wal>'
const client = '25<TCP:[127.0.0.1:13000->127.0.0.1:40000]>'
const body = (sequence: number) => `{iov_base="{\\"saved\\":true,\\"sequence\\":${sequence}}", iov_len=27}`

/** As strace 6.1 printed them, with the bytes cut short. */
const write = (text: string) => `7002  pwrite64(${file}, "\\r\\0\\0\\5{\\"answerText\\":\\"${text}\\"}\\3", 4096, 56) = 4096`
const sync = `7002  fdatasync(${file})        = 0`
const reply = (sequence: number) =>
  `7001  writev(${client}, [{iov_base="HTTP/1.1 200 OK\\r\\n\\r\\n", iov_len=900}, ${body(sequence)}], 2) = 927`

const provenIn = (lines: string[], acknowledged = one) =>
  syncBefore(readSystemCalls(lines.join('\n')), log, acknowledged) !== undefined

describe('a trace of system calls', () => {
  test('names what a call was made on, what was given to it, and how it ended', () => {
    const calls = readSystemCalls([write('text one'), sync, reply(1)].join('\n'))
    expect(calls).toEqual([
      {
        name: 'pwrite64',
        on: '/tmp/a b/sitwell.sqlite-wal',
        given: String.raw`, "\r\0\0\5{"answerText":"text one"}\3", 4096, 56`,
        began: 0,
        ended: 0,
        result: 4096,
      },
      { name: 'fdatasync', on: '/tmp/a b/sitwell.sqlite-wal', given: '', began: 1, ended: 1, result: 0 },
      expect.objectContaining({ name: 'writev', on: 'TCP:[127.0.0.1:13000->127.0.0.1:40000]', result: 927 }),
    ])
  })

  test('puts the two lines of a call together that another thread interrupted', () => {
    const lines = [
      `7002  fdatasync(${file} <unfinished ...>`,
      '7001  write(30<anon_inode:[eventfd]>, "\\1\\0\\0\\0\\0\\0\\0\\0", 8 <unfinished ...>',
      '7001  <... write resumed>)              = 8',
      '7002  <... fdatasync resumed>)          = 0',
    ]
    expect(readSystemCalls(lines.join('\n'))).toMatchObject([
      { name: 'write', on: 'anon_inode:[eventfd]', began: 1, ended: 2, result: 8 },
      { name: 'fdatasync', on: '/tmp/a b/sitwell.sqlite-wal', began: 0, ended: 3, result: 0 },
    ])
  })

  test('tells a call that failed, and passes over signals, ends and a line that broke off', () => {
    const lines = [
      `7001  write(${client}, "x", 1) = -1 EAGAIN (Resource temporarily unavailable)`,
      '7002  --- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_USER} ---',
      '7002  +++ exited with 0 +++',
      '7002  fdatasync(21</tmp/',
    ]
    expect(readSystemCalls(lines.join('\n'))).toMatchObject([{ name: 'write', result: undefined }])
  })
})

describe('an acknowledgement', () => {
  test('is true where its bytes were written and synced before its reply', () => {
    expect(provenIn([write('text one'), sync, reply(1)])).toBe(true)
  })

  test('shares a sync with those that were written before it, and with no later one', () => {
    const lines = [write('text one'), write('text two'), sync, reply(1), reply(2)]
    expect([provenIn(lines), provenIn(lines, two)]).toEqual([true, true])
    const later = [write('text one'), sync, write('text two'), reply(1), reply(2)]
    expect([provenIn(later), provenIn(later, two)]).toEqual([true, false])
  })

  test.each([
    ['nothing was synced', [write('text one'), reply(1)]],
    ['the sync came after the reply', [write('text one'), reply(1), sync]],
    ['the sync came before the write', [sync, write('text one'), reply(1)]],
    ['something else was written', [write('text two'), sync, reply(1)]],
    ['another file was synced', [write('text one'), '7002  fdatasync(22</tmp/other>) = 0', reply(1)]],
    ['the write failed', [write('text one').replace('= 4096', '= -1 EIO (Input/output error)'), sync, reply(1)]],
    ['the sync failed', [write('text one'), sync.replace('= 0', '= -1 EIO (Input/output error)'), reply(1)]],
    [
      'the sync had begun when the write ended',
      [`7003  fdatasync(${file} <unfinished ...>`, write('text one'), '7003  <... fdatasync resumed>) = 0', reply(1)],
    ],
    [
      'the sync began while the write was under way',
      [`7003  pwrite64(${file}, "text one", 4096, 56 <unfinished ...>`, sync, '7003  <... pwrite64 resumed>) = 4096', reply(1)],
    ],
    [
      'the reply began while the sync was under way',
      [write('text one'), `7002  fdatasync(${file} <unfinished ...>`, reply(1), '7002  <... fdatasync resumed>) = 0'],
    ],
  ])('is not true where %s', (_, lines) => {
    expect(provenIn(lines)).toBe(false)
  })

  test('that no reply in the trace belongs to is no pass', () => {
    expect(() => provenIn([write('text one'), sync])).toThrow('no reply')
  })
})
