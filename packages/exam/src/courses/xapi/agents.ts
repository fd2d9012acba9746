import { fieldsOf, hasOnly, is, isText, listOf, NotXapi } from './check.ts'
import { type Fields, isFields, isIri, isIrl, isMailAddress, isSha1 } from './values.ts'

const identifiers = {
  mbox: is(isMailAddress, 'a mailto: address'),
  mbox_sha1sum: is(isSha1, 'a SHA-1 in hexadecimal'),
  openid: is(isIri, 'a URI'),
  account: (value: unknown, place: string) => {
    hasOnly(value, place, { homePage: is(isIrl, 'an IRL'), name: isText }, ['homePage', 'name'])
  },
}

const named = Object.keys(identifiers)

/** How many of the four ways to identify somebody are taken. */
const identifiersIn = (fields: Fields) => named.filter((name) => Object.hasOwn(fields, name)).length

/** One person or program. */
export const checkAgent = (value: unknown, place: string): void => {
  const fields = hasOnly(value, place, {
    objectType: is((type) => type === 'Agent', '"Agent"'),
    name: isText,
    ...identifiers,
  })
  if (identifiersIn(fields) !== 1) throw new NotXapi(place, 'has to be identified in exactly one way')
}

const checkMembers = (value: unknown, place: string) => {
  for (const [at, member] of listOf(value, place).entries()) checkAgent(member, `${place}[${at}]`)
}

/** Several: named by its members, if it isn't identified itself. */
export const checkGroup = (value: unknown, place: string): void => {
  const fields = hasOnly(
    value,
    place,
    { objectType: is((type) => type === 'Group', '"Group"'), name: isText, member: checkMembers, ...identifiers },
    ['objectType'],
  )
  const count = identifiersIn(fields)
  if (count > 1) throw new NotXapi(place, 'has to be identified in one way at most')
  if (count === 0 && !(Array.isArray(fields.member) && fields.member.length > 0))
    throw new NotXapi(`${place}.member`, 'has to name who is in the group')
}

/** Who did something: a person, or a group of them. */
export const checkActor = (value: unknown, place: string): void =>
  fieldsOf(value, place).objectType === 'Group' ? checkGroup(value, place) : checkAgent(value, place)

/** A text that is the same for two agents exactly where they are the same; undefined if nothing identifies this one. */
export const agentKey = (agent: unknown): string | undefined => {
  if (!isFields(agent)) return undefined
  const { mbox, mbox_sha1sum, openid, account } = agent
  if (typeof mbox === 'string') return JSON.stringify(['mbox', mbox.toLowerCase()])
  if (typeof mbox_sha1sum === 'string') return JSON.stringify(['sha1', mbox_sha1sum.toLowerCase()])
  if (typeof openid === 'string') return JSON.stringify(['openid', openid])
  if (isFields(account)) return JSON.stringify(['account', account.homePage, account.name])
  return undefined
}

/** The problem of what should be an agent or an identified group, as a parameter of a request has it; undefined if there is none. */
export const agentProblem = (value: unknown): string | undefined => {
  try {
    checkActor(value, 'agent')
    return agentKey(value) === undefined ? 'agent has to be identified' : undefined
  } catch (error) {
    if (error instanceof NotXapi) return error.message
    throw error
  }
}
