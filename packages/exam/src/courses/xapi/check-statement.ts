import { checkActor, checkAgent, checkGroup } from './agents.ts'
import { fieldsOf, hasOnly, is, isAnIri, isExtensions, isLanguageMap, isText, listOf, NotXapi } from './check.ts'
import { checkActivity } from './check-activity.ts'
import { checkResult } from './check-result.ts'
import { type Fields, isFields, isIrl, isLanguageTag, isMediaType, isSha2, isUuid, momentMs } from './values.ts'

/** The verb of a statement that takes another one back. */
export const voidedVerb = 'http://adlnet.gov/expapi/verbs/voided'

const uuid = is(isUuid, 'a UUID')
const moment = is((value) => momentMs(value) !== undefined, 'a timestamp of ISO 8601')

const checkVerb = (value: unknown, place: string) => {
  hasOnly(value, place, { id: isAnIri, display: isLanguageMap }, ['id'])
}

const checkReference = (value: unknown, place: string) => {
  hasOnly(value, place, { objectType: is((type) => type === 'StatementRef', '"StatementRef"'), id: uuid }, ['objectType', 'id'])
}

const checkActivities = (value: unknown, place: string) => {
  if (!Array.isArray(value)) return checkActivity(value, place)
  for (const [at, one] of value.entries()) checkActivity(one, `${place}[${at}]`)
}

const checkContextActivities = (value: unknown, place: string) => {
  const activities = checkActivities
  hasOnly(value, place, { parent: activities, grouping: activities, category: activities, other: activities })
}

const checkContext = (value: unknown, place: string) =>
  hasOnly(value, place, {
    registration: uuid,
    instructor: checkActor,
    team: checkGroup,
    contextActivities: checkContextActivities,
    revision: isText,
    platform: isText,
    language: is(isLanguageTag, 'the tag of a language'),
    statement: checkReference,
    extensions: isExtensions,
  })

const checkAttachments = (value: unknown, place: string) => {
  for (const [at, one] of listOf(value, place).entries())
    hasOnly(
      one,
      `${place}[${at}]`,
      {
        usageType: isAnIri,
        display: isLanguageMap,
        description: isLanguageMap,
        contentType: is(isMediaType, 'a media type'),
        length: is((length) => Number.isSafeInteger(length) && Number(length) >= 0, 'a number of bytes'),
        sha2: is(isSha2, 'a SHA-2 in hexadecimal'),
        fileUrl: is(isIrl, 'an IRL'),
      },
      ['usageType', 'display', 'contentType', 'length', 'sha2'],
    )
}

/** A group or an agent as the authority of a statement: of two agents only if it is a group (OAuth). */
const checkAuthority = (value: unknown, place: string) => {
  if (fieldsOf(value, place).objectType !== 'Group') return checkAgent(value, place)
  const { member } = fieldsOf(value, place)
  checkGroup(value, place)
  if (!Array.isArray(member) || member.length !== 2) throw new NotXapi(place, 'has to have two members')
}

const isActivity = (object: Fields) => object.objectType === undefined || object.objectType === 'Activity'

const checkObject = (value: unknown, place: string, isInner: boolean) => {
  const object = fieldsOf(value, place)
  if (isActivity(object)) return checkActivity(object, place)
  if (object.objectType === 'Agent') return checkAgent(object, place)
  if (object.objectType === 'Group') return checkGroup(object, place)
  if (object.objectType === 'StatementRef') return checkReference(object, place)
  if (object.objectType === 'SubStatement' && !isInner) return checkParts(object, place, true)
  throw new NotXapi(`${place}.objectType`, 'is no kind of object that it can have')
}

const checkParts = (value: Fields, place: string, isInner: boolean) => {
  const common = {
    actor: checkActor,
    verb: checkVerb,
    object: (object: unknown, at: string) => checkObject(object, at, isInner),
    result: checkResult,
    context: (context: unknown, at: string) => {
      checkContext(context, at)
    },
    timestamp: moment,
    attachments: checkAttachments,
  }
  const own = isInner
    ? { objectType: is((type) => type === 'SubStatement', '"SubStatement"') }
    : { id: uuid, stored: moment, authority: checkAuthority, version: is(isVersion, 'a version 1.0.x') }
  const statement = hasOnly(value, place, { ...common, ...own }, ['actor', 'verb', 'object'])
  const { object, context, verb } = statement
  if (isFields(context) && isFields(object) && !isActivity(object))
    for (const name of ['revision', 'platform'])
      if (Object.hasOwn(context, name)) throw new NotXapi(`${place}.context.${name}`, 'belongs to activities alone')
  const isVoiding = isFields(verb) && verb.id === voidedVerb
  if (isVoiding && !(isFields(object) && object.objectType === 'StatementRef'))
    throw new NotXapi(`${place}.object`, 'has to name the statement that it voids')
}

/** 1.0 is written without its last part by some. */
const isVersion = (value: unknown) => typeof value === 'string' && /^1\.0(\.\d+)?$/.test(value)

/** The problems with what should be a statement of xAPI 1.0.3, and where; undefined if nothing is. */
export const statementProblem = (value: unknown): string | undefined => {
  try {
    checkParts(fieldsOf(value, 'statement'), 'statement', false)
    return undefined
  } catch (error) {
    if (error instanceof NotXapi) return error.message
    throw error
  }
}
