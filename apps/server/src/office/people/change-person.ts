import { officeChangePerson } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { holdPersonRow, updatePerson } from '../../security/people/write-person.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { usernameTaken } from './add-person.ts'
import { beyond, findForAct, nobody } from './found-person.ts'
import { personStateOf } from './person-state.ts'
import { changesOf, fieldsOf, problemsOf, typedNames, waysIn } from './read-fields.ts'

export const changedMeanwhile = (person: PersonTable) =>
  refuse('CHANGED_MEANWHILE', 'Somebody changed this person since this version.', { current: personStateOf(person) })

const notOwnWaysIn = refuse(
  'NOT_ALLOWED',
  'Username, e-mail and phone of a person are changed by somebody else who may give them access.',
)

/** Why nothing was changed. */
type Refusing =
  | { readonly is: 'stale'; readonly person: PersonTable }
  | { readonly is: 'gone' }
  | { readonly is: 'taken' }
  | { readonly is: 'no-way-in' }

type Outcome =
  | { readonly is: 'changed'; readonly person: PersonTable; readonly fields: readonly string[] }
  | { readonly is: 'same'; readonly person: PersonTable }
  | Refusing

interface Change {
  readonly whom: PersonTable
  readonly version: number
  readonly fields: ReturnType<typeof fieldsOf>
  readonly mayChangeContact: boolean
}

const change = async (transaction: Kysely<Schema>, { whom, version, fields, mayChangeContact }: Change): Promise<Outcome> => {
  const held = await holdPersonRow(transaction, whom)
  if (!held) return { is: 'gone' }
  const changes = changesOf(held, fields)
  const has = (column: string) => Object.hasOwn(changes, column)
  const changed = Object.entries(typedNames).flatMap(([column, name]) => (has(column) ? [name] : []))
  if (changed.length === 0) return { is: 'same', person: held }
  if (held.version !== version) return { is: 'stale', person: held }
  if (!mayChangeContact && waysIn.some(has)) return { is: 'no-way-in' }
  const person = await updatePerson(transaction, held, changes)
  if (!person) return { is: 'taken' }
  return { is: 'changed', person, fields: changed }
}

const refusalOf = (outcome: Refusing, isSelf: boolean) => {
  switch (outcome.is) {
    case 'gone':
      return nobody
    case 'taken':
      return usernameTaken
    case 'no-way-in':
      return isSelf ? notOwnWaysIn : beyond
    case 'stale':
      return changedMeanwhile(outcome.person)
  }
}

/** Changes a person who has the version that the change is based on. The same change again, whose reply was lost, finds nothing to do. */
export const officeChangePersonRoute = (context: Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>) =>
  route(officeChangePerson, async ({ caller, body, request }) => {
    const { database, securityLog } = context
    const found = await findForAct(context, caller, body.userID, (may) => may.change)
    if (!found.ok) return found
    const { person: whom, may, isSelf } = found
    const fields = fieldsOf(body)
    const problems = problemsOf({ first_name: whom.first_name, last_name: whom.last_name, ...fields })
    if (problems.length > 0) return refuse('INVALID_REQUEST', 'The person can not be like this.', { details: problems })
    const wanted = { whom, version: body.version, fields, mayChangeContact: may.changeContact }
    const outcome = await database.kysely.transaction().execute((transaction) => change(transaction, wanted))
    if (outcome.is !== 'changed' && outcome.is !== 'same') return refusalOf(outcome, isSelf)
    if (outcome.is === 'changed') {
      const about = { orgId: caller.orgId, userGuid: whom.user_guid, author: caller.userGuid, address: request.ip }
      securityLog.note({ kind: 'person-changed', ...about, target: { fields: outcome.fields.join(' ') } })
    }
    return { ok: true, value: { person: personStateOf(outcome.person) } }
  })
