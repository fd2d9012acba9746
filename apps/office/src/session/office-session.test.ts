import type { Api } from '@sitwell/client/api'
import type { Call } from '@sitwell/contract'
import { officeSession, officeSessions, officeSignOut } from '@sitwell/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { officeApi } from './office-api.ts'
import { createOfficeSession, type Facts } from './office-session.ts'

const factsOf = (name: string, sessionId = `${name}-1`): Facts => ({
  ...{ sessionId, isPending: false, roles: [], permissions: [], idleMinutes: 60, recoveryCodes: 0 },
  person: { userId: 1, userGuid: `guid of ${name}`, username: name, firstName: name, lastName: '' },
  organisation: { orgId: 1, name: 'College', urlToken: 'college' },
})

type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly code: string }
const away: Answer = { ok: false, code: 'unreachable' }
const refused = (code: string): Answer => ({ ok: false, code })

/** What the browser's session is on the server; undefined without one. */
let found: Facts | 'pending' | 'away' | undefined
let made: string[]
let stored: { sessionId: string; userGuid: string } | undefined
/** What the tab kept of its session, for a start without the server. */
let known: Facts | undefined
const startAfresh = vi.fn()
const tellOthers = vi.fn()

const answerTo = (call: Call, named: string | undefined): Answer => {
  if (found === 'away') return away
  if (call === officeSession) {
    if (found === 'pending') return { ok: true, value: { ...factsOf('x'), isPending: true, person: undefined } }
    return found ? { ok: true, value: found } : refused('NO_AUTHORISATION')
  }
  if (found === undefined) return refused('NO_AUTHORISATION')
  if (found === 'pending') return refused('MFA_REQUIRED')
  return found.sessionId === named ? { ok: true, value: `of ${found.person.username}` } : refused('OTHER_SESSION')
}

const start = () => {
  const raw = {
    call: async (call: Call) => {
      const answer = answerTo(call, session.sessionId())
      made.push(`${call.name} ${answer.ok ? 'answered' : answer.code}`)
      if (answer.ok) return answer
      if (answer.code === 'unreachable') return { ok: false, kind: 'unreachable', message: 'away' }
      return { ok: false, kind: 'refused', code: answer.code, status: 401, message: answer.code }
    },
  } as unknown as Api
  const session = createOfficeSession({
    api: () => raw,
    memory: {
      get: () => stored,
      set: (value) => {
        stored = value
        return true
      },
      clear: () => {
        stored = undefined
      },
    },
    kept: () => known,
    startAfresh,
    tellOthers,
  })
  const api = officeApi(raw, session)
  const list = (signal?: AbortSignal) => api.call(officeSessions, {}, signal ? { signal } : {})
  return { session, list }
}
const every = () => true

beforeEach(() => {
  found = factsOf('ann')
  made = []
  stored = undefined
  known = undefined
  startAfresh.mockClear()
  tellOthers.mockClear()
})

test('a new tab finds the session of its browser, and names it from then on', async () => {
  const { session, list } = start()
  expect(await session.find(every)).toEqual(found)
  expect(session.state()).toMatchObject({ is: 'signed-in', facts: { sessionId: 'ann-1' } })
  expect(await list()).toEqual({ ok: true, value: 'of ann' })
  expect(stored).toEqual({ sessionId: 'ann-1', userGuid: 'guid of ann' })
})

test('a session whose second step is open, or none, leads to the sign-in; one that was there before is told to have ended', async () => {
  found = 'pending'
  const fresh = start()
  expect(await fresh.session.find(every)).toBeUndefined()
  expect(fresh.session.state()).toEqual({ is: 'signed-out' })
  stored = { sessionId: 'ann-1', userGuid: 'guid of ann' }
  found = undefined
  const { session } = start()
  expect(await session.find(every)).toBeUndefined()
  expect(session.state()).toEqual({ is: 'signed-out', notice: 'ended' })
  expect(session.sessionId()).toBeUndefined()
})

test('a tab that showed somebody else shows nothing of the person who is found until that was decided', async () => {
  stored = { sessionId: 'ben-1', userGuid: 'guid of ben' }
  const { session } = start()
  await session.find(every)
  expect(session.state()).toMatchObject({ is: 'other', facts: { person: { username: 'ann' } } })
  expect(session.sessionId()).toBe('ben-1')
  session.goOnAsFound()
  expect(session.state()).toMatchObject({ is: 'signed-in' })
  expect(session.sessionId()).toBe('ann-1')
})

test('a call whose session has ended waits for the same person, and is then made again', async () => {
  const { session, list } = start()
  await session.find(every)
  found = undefined
  const calling = list()
  await vi.waitFor(() => expect(session.state()).toMatchObject({ interruption: { is: 'ended' } }))
  found = factsOf('ann', 'ann-2')
  session.name('ann-2')
  await session.signedIn()
  expect(await calling).toEqual({ ok: true, value: 'of ann' })
  expect(session.state()).not.toHaveProperty('interruption')
  expect(tellOthers).toHaveBeenCalledOnce()
})

test('another person who signs in over a page gets none of its calls', async () => {
  const { session, list } = start()
  await session.find(every)
  found = undefined
  const settled = vi.fn()
  void list().then(settled)
  await vi.waitFor(() => expect(session.state()).toMatchObject({ interruption: { is: 'ended' } }))
  found = factsOf('ben')
  session.name('ben-1')
  made = []
  await session.signedIn()
  expect(startAfresh).toHaveBeenCalledOnce()
  expect(made).toEqual(['officeSession answered'])
  expect(settled).not.toHaveBeenCalled()
})

test('a browser that has another session of the same person goes on by itself, and one of another person says so', async () => {
  const { session, list } = start()
  await session.find(every)
  found = factsOf('ann', 'ann-2')
  expect(await list()).toEqual({ ok: true, value: 'of ann' })
  found = factsOf('ben')
  void list()
  await vi.waitFor(() => expect(session.state()).toMatchObject({ interruption: { is: 'other', person: { username: 'ben' } } }))
  expect(session.sessionId()).toBe('ann-2')
})

test('a call doesn’t wait if the server can’t be asked, nor if its page has given it up', async () => {
  const { session, list } = start()
  await session.find(every)
  found = undefined
  const calling = list()
  found = 'away'
  expect(await calling).toMatchObject({ ok: false, code: 'NO_AUTHORISATION' })
  found = undefined
  const leaving = new AbortController()
  const left = list(leaving.signal)
  await vi.waitFor(() => expect(session.state()).toMatchObject({ interruption: { is: 'ended' } }))
  leaving.abort()
  expect(await left).toMatchObject({ ok: false, code: 'NO_AUTHORISATION' })
})

test('signing out ends the session here only if the server has ended it', async () => {
  const { session } = start()
  await session.find(every)
  found = 'away'
  expect(await session.signOut()).toBe(false)
  expect(session.state()).toMatchObject({ is: 'signed-in' })
  found = factsOf('ann')
  expect(await session.signOut()).toBe(true)
  expect(session.state()).toEqual({ is: 'signed-out', notice: 'signed-out' })
  expect(stored).toBeUndefined()
  expect(made.at(-1)).toBe(`${officeSignOut.name} answered`)
})

test('without the server a tab starts with the session that it kept, and asks whose it is once the server is back', async () => {
  known = factsOf('ann')
  stored = { sessionId: 'ann-1', userGuid: 'guid of ann' }
  found = 'away'
  const { session } = start()
  expect(await session.find(every)).toEqual(known)
  await session.confirm()
  expect(session.state()).toMatchObject({ is: 'signed-in', facts: known })
  found = factsOf('bob')
  await session.confirm()
  expect(session.state()).toMatchObject({ is: 'signed-in', interruption: { is: 'other', person: { username: 'bob' } } })
})

test('what a tab kept opens nothing if the server answers, whatever it says, nor for another person than the tab’s', async () => {
  known = factsOf('ann')
  stored = { sessionId: 'ann-1', userGuid: 'guid of ann' }
  found = undefined
  expect(await start().session.find(every)).toBeUndefined()
  found = 'pending'
  expect(await start().session.find(every)).toBeUndefined()
  found = 'away'
  stored = { sessionId: 'bob-1', userGuid: 'guid of bob' }
  await expect(start().session.find(every)).rejects.toThrow('away')
  stored = undefined
  await expect(start().session.find(every)).rejects.toThrow('away')
})

test('a page that found its session on the server asks no more than it has to', async () => {
  const { session } = start()
  await session.find(every)
  await session.confirm()
  expect(made).toEqual(['officeSession answered'])
})
