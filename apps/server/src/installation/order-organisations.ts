import type { organisationSorts } from '@sitwell/contract'
import { foldedName } from '../folded-name.ts'
import type { Position } from '../office/people/cursor.ts'

/** What organisations are found and put in order by. */
export interface ListedOrganisation {
  readonly orgId: number
  readonly name: string
  readonly urlToken: string
  readonly hosts: readonly string[]
  /** Unix ms; null if an earlier version created it. */
  readonly createdAt: number | null
}

export interface OrganisationWishes {
  readonly sort: (typeof organisationSorts)[number]
  readonly isDescending: boolean
  /** As `wordsOf` returns them: each is in the name, the address or a host. */
  readonly words: readonly string[]
}

const sortedBy = ({ name, createdAt }: ListedOrganisation, sort: OrganisationWishes['sort']): string | number =>
  sort === 'name' ? foldedName(name) : (createdAt ?? 0)

const compare = (one: Position, other: Position): number => {
  if (one.value !== other.value) return one.value < other.value ? -1 : 1
  return Number(one.id) - Number(other.id)
}

/**
 * The rows of a page, behind a position if one is given, with the position behind which the next page begins and how many there are in all. Each has one place:
 * the value that they are sorted by, then the number.
 */
export const pageOfOrganisations = <One extends ListedOrganisation>(
  all: readonly One[],
  { sort, isDescending, words }: OrganisationWishes,
  { behind, limit }: { readonly behind: Position | undefined; readonly limit: number },
): { readonly page: readonly One[]; readonly next: Position | undefined; readonly total: number } => {
  const direction = isDescending ? -1 : 1
  const found = all.filter(({ name, urlToken, hosts }) => {
    const text = [name, urlToken, ...hosts].map(foldedName).join('\n')
    return words.every((word) => text.includes(word))
  })
  const placed = found
    .map((one) => ({ one, at: { value: sortedBy(one, sort), id: String(one.orgId) } }))
    .sort((first, second) => direction * compare(first.at, second.at))
  const rest = behind === undefined ? placed : placed.filter(({ at }) => direction * compare(at, behind) > 0)
  const page = rest.slice(0, limit)
  return {
    page: page.map(({ one }) => one),
    next: rest.length > limit ? page.at(-1)?.at : undefined,
    total: found.length,
  }
}
