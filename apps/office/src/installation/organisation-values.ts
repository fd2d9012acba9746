import type { Failure } from '@sitwell/client/api'
import { type InputOf, type officeAddOrganisation, urlTokenPattern } from '@sitwell/contract'

/** What is typed of a new organisation and its first owner. */
export interface OrganisationValues {
  readonly name: string
  readonly urlToken: string
  readonly host: string
  readonly languageID: string
  readonly firstName: string
  readonly lastName: string
  readonly username: string
  readonly email: string
}
export type OrganisationField = keyof OrganisationValues

/** The problems with a field; the screen has a text for each. */
export type OrganisationProblem =
  | 'needed'
  | 'nameTaken'
  | 'urlTokenForm'
  | 'urlTokenTaken'
  | 'urlTokenReserved'
  | 'hostForm'
  | 'hostTaken'
  | 'hostReserved'
  | 'hostElsewhere'
  | 'ownerName'
  | 'email'
  | 'other'
export type OrganisationProblems = Readonly<Partial<Record<OrganisationField, OrganisationProblem>>>

/** `languageId`: the language that the page is shown in. */
export const emptyOrganisation = (languageId: number): OrganisationValues => ({
  ...{ name: '', urlToken: '', host: '', languageID: String(languageId) },
  ...{ firstName: '', lastName: '', username: '', email: '' },
})

/** What can be said without the server. */
export const problemsIn = (values: OrganisationValues): OrganisationProblems => {
  const isBlank = (field: OrganisationField) => values[field].trim() === ''
  const urlToken = values.urlToken.trim().toLowerCase()
  return {
    ...(isBlank('name') && { name: 'needed' as const }),
    ...(urlToken !== '' && !urlTokenPattern.test(urlToken) && { urlToken: 'urlTokenForm' as const }),
    ...(isBlank('firstName') && isBlank('lastName') && { lastName: 'ownerName' as const }),
    ...(isBlank('username') && { username: 'needed' as const }),
  }
}

/** The body of the call; what was left empty is left out. */
export const bodyOf = (
  { name, urlToken, host, languageID, firstName, lastName, username, email }: OrganisationValues,
  requestId: string,
): InputOf<typeof officeAddOrganisation>['body'] => ({
  ...{ name, languageID: Number(languageID), requestId },
  ...(urlToken.trim() !== '' && { urlToken: urlToken.trim() }),
  ...(host.trim() !== '' && { host: host.trim() }),
  owner: { username, firstName, lastName, ...(email.trim() !== '' && { email }) },
})

const fieldNames: readonly OrganisationField[] = [
  ...(['name', 'urlToken', 'host', 'languageID', 'firstName', 'lastName', 'username', 'email'] as const),
]

/** By field: what a message of the server's means, and what every other message does. */
const meanings: Readonly<
  Record<OrganisationField, { readonly [message: string]: OrganisationProblem } & { readonly other: OrganisationProblem }>
> = {
  name: { taken: 'nameTaken', other: 'needed' },
  urlToken: { taken: 'urlTokenTaken', reserved: 'urlTokenReserved', other: 'urlTokenForm' },
  host: { taken: 'hostTaken', reserved: 'hostReserved', 'leads to another database': 'hostElsewhere', other: 'hostForm' },
  languageID: { other: 'other' },
  firstName: { other: 'other' },
  lastName: { other: 'ownerName' },
  username: { other: 'needed' },
  email: { other: 'email' },
}

const problemOf = (field: OrganisationField, message: string): OrganisationProblem =>
  meanings[field][message] ?? meanings[field].other

/** What the server says of single fields; undefined if it says something else. */
export const problemsFrom = (failure: Failure): OrganisationProblems | undefined => {
  if (failure.kind !== 'refused' || (failure.code !== 'NAME_TAKEN' && failure.code !== 'INVALID_REQUEST')) return undefined
  const found = (failure.details ?? []).flatMap(({ path, message }) => {
    const field = fieldNames.find((one) => path === `body.${one}` || path === `body.owner.${one}`)
    return field === undefined ? [] : [[field, problemOf(field, message)] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
