import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, judgeMembers, totalsOf } from './judge-members.ts'

const candidate: fc.Arbitrary<Candidate> = fc.record({
  ...{ username: fc.constant('ada'), firstName: fc.constant('Ada'), lastName: fc.constant('Li') },
  ...{ isMember: fc.boolean(), isVisible: fc.boolean(), mayAdd: fc.boolean() },
})
const known = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), candidate), { maxLength: 6 }).map((all) => new Map(all))
const userIDs = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 12 })

// OFFICE-102 OFFICE-209
test('a change of members has one line for each person, with what becomes of them or why nothing does, and the lines add up', () => {
  fc.assert(
    fc.property(fc.constantFrom('add' as const, 'remove' as const), userIDs, known, (action, ids, people) => {
      const lines = judgeMembers(action, ids, people)
      expect(lines.map(({ userID }) => userID)).toEqual([...new Set(ids)])
      const { changed, unchanged, refused } = totalsOf(lines)
      expect(changed + unchanged + refused).toBe(lines.length)
      for (const { userID, becomes, reason, username } of lines) {
        const person = people.get(userID)
        const isSeen = person?.isVisible === true
        expect(username !== undefined).toBe(isSeen)
        const isChanged = becomes === 'added' || becomes === 'removed'
        expect(reason === undefined).toBe(isChanged)
        expect(becomes === 'added').toBe(action === 'add' && isSeen && !person.isMember && person.mayAdd)
        expect(becomes === 'removed').toBe(action === 'remove' && isSeen && person.isMember)
        expect(reason === 'not-found').toBe(!isSeen)
        expect(reason === 'beyond').toBe(isSeen && action === 'add' && !person.isMember && !person.mayAdd)
      }
    }),
  )
})
