import { type MayOnPerson, peopleOfPart } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, judgeActs, type ManyAct, previewOf } from './judge-acts.ts'

const may = fc.record({ invite: fc.boolean(), suspend: fc.boolean(), resume: fc.boolean() })
const candidates: fc.Arbitrary<Candidate> = fc.record({
  username: fc.constant('ada'),
  firstName: fc.constant('Ada'),
  lastName: fc.constant('Ng'),
  email: fc.constantFrom('ada@example.org', undefined),
  isSelf: fc.boolean(),
  isSuspended: fc.boolean(),
  hasSignedIn: fc.boolean(),
  isVisible: fc.boolean(),
  // Boundary: no other part of it is asked.
  may: may as fc.Arbitrary<MayOnPerson>,
})
const acts: fc.Arbitrary<ManyAct> = fc.constantFrom(
  ...[{ do: 'invite', canMail: true } as const, { do: 'invite', canMail: false } as const],
  ...[{ do: 'suspend' } as const, { do: 'resume' } as const],
)
const ids = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 80 })
const known = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), candidates)).map((pairs) => new Map(pairs))

// OFFICE-209
test('everybody who is named has one line, and nothing is done to whom the caller may not see or do it to', () => {
  fc.assert(
    fc.property(acts, ids, known, (act, userIDs, people) => {
      const lines = judgeActs(act, userIDs, people)
      expect(lines.map(({ userID }) => userID)).toEqual([...new Set(userIDs)])
      for (const { userID, reason, username } of lines) {
        const one = people.get(userID)
        if (!one?.isVisible) expect([reason, username]).toEqual(['not-found', undefined])
        if (reason !== undefined) continue
        expect([one?.isSelf, one?.may[act.do]]).toEqual([false, true])
        if (act.do === 'invite') expect([act.canMail, one?.email, one?.hasSignedIn]).toEqual([true, 'ada@example.org', false])
        expect(one?.isSuspended).toBe(act.do === 'resume')
      }
    }),
  )
})

test('the parts hold everybody to whom something is done, once and in their order', () => {
  fc.assert(
    fc.property(acts, ids, known, (act, userIDs, people) => {
      const { people: lines, parts, totals } = previewOf(act, userIDs, people)
      const done = lines.filter(({ reason }) => reason === undefined).map(({ userID }) => userID)
      expect(parts.flatMap((part) => part.userIDs)).toEqual(done)
      expect(parts.every((part) => part.userIDs.length <= peopleOfPart)).toBe(true)
      expect(totals).toEqual({ done: done.length, left: lines.length - done.length })
      // Each part by itself is what the whole said of it.
      for (const part of parts) expect(previewOf(act, part.userIDs, people).parts).toEqual([part])
    }),
  )
})
