import { expect, test } from 'vitest'
import { compareSessions } from './compare-sessions.ts'
import type { FaultKind } from './fault-kinds.ts'
import type { Note } from './notes.ts'

const place = { atMs: 0, device: 0 }
const signedIn: Note = { ...place, what: 'signed in' }
const struck = (kind: FaultKind): Note => ({ ...place, what: 'struck', kind })

test('who is led to the sign-in page by what ends no session is told of, once however often', () => {
  expect(compareSessions([signedIn, struck('refresh refused 429'), signedIn, signedIn])).toEqual([
    { kind: 'shown', detail: 'the sign-in page, though nothing had ended the session' },
  ])
})

test('who signs in once, or again after what ends a session, is right to', () => {
  expect(compareSessions([signedIn, struck('cut'), struck('refresh refused 429')])).toEqual([])
  expect(compareSessions([signedIn, struck('refresh refused 429'), struck('session over'), signedIn])).toEqual([])
})
