import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from '../folded-name.ts'
import type { Position } from '../office/people/cursor.ts'
import { type ListedOrganisation, type OrganisationWishes, pageOfOrganisations } from './order-organisations.ts'

const organisations = fc.uniqueArray(
  fc.record<ListedOrganisation>({
    orgId: fc.integer({ min: 1, max: 200 }),
    name: fc.constantFrom('Éire College', 'eire college', 'Ábc', 'Zürich', 'abc'),
    urlToken: fc.constantFrom('eire', 'abc', 'zurich'),
    hosts: fc.subarray(['exams.eire.example', 'abc.example']),
    createdAt: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  }),
  { selector: ({ orgId }) => orgId, maxLength: 30 },
)
const wishes = fc.record<OrganisationWishes>({
  sort: fc.constantFrom('name', 'created'),
  isDescending: fc.boolean(),
  words: fc.constantFrom([], wordsOf('EIRE'), wordsOf('abc exams')),
})

test('pages follow each other without leaving an organisation out or showing one twice, whatever the order', () => {
  fc.assert(
    fc.property(organisations, wishes, fc.integer({ min: 1, max: 5 }), (all, wanted, limit) => {
      const whole = pageOfOrganisations(all, wanted, { behind: undefined, limit: 1000 })
      const shown: ListedOrganisation[] = []
      let behind: Position | undefined
      do {
        const { page, next, total } = pageOfOrganisations(all, wanted, { behind, limit })
        expect([page.length <= limit, total]).toEqual([true, whole.total])
        shown.push(...page)
        behind = next
      } while (behind)
      expect(shown).toEqual(whole.page)
      const reversed = pageOfOrganisations(all, { ...wanted, isDescending: !wanted.isDescending }, { behind, limit: 1000 })
      expect([...reversed.page].reverse()).toEqual(whole.page)
    }),
  )
})

test('a search finds names without their accents, addresses and hosts, and only those that have each word', () => {
  const one = { orgId: 1, name: 'Éire College', urlToken: 'dublin', hosts: ['exams.example'], createdAt: null }
  const found = (search: string) =>
    pageOfOrganisations([one], { sort: 'name', isDescending: false, words: wordsOf(search) }, { behind: undefined, limit: 10 })
      .total
  expect(['', 'eire', 'DUBLIN coll', 'exams.ex', 'eire leith'].map(found)).toEqual([1, 1, 1, 1, 0])
})
