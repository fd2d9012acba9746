import { isFields, isLanguageTag } from '@sitwell/exam/courses/xapi/values'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { launchDataId, preferencesId } from '../cmi5/launch-au.ts'
import {
  type DocumentPlace,
  deleteDocument,
  deleteDocuments,
  etagOf,
  type NewDocument,
  replaceDocument,
  type StoredDocument,
  selectDocument,
  selectDocumentIds,
} from './document-queries.ts'
import { agentIn, iriIn, type LrsCaller, momentIn, ownAgent, ownRegistration, uuidIn } from './lrs-caller.ts'
import { jsonReply, LrsRefusal, type LrsReply, type LrsRequest, parametersOf, readJson } from './lrs-request.ts'

interface Parts {
  readonly database: Pick<Database, 'kysely'>
  readonly clock: Clock
}

/** Documents that one place may hold. */
const mostDocuments = 500
/** Bytes of a document, however many requests it was put together by: as many as one of them may have. */
const mostDocumentBytes = 2 * 1024 * 1024

interface Named {
  readonly place: DocumentPlace
  readonly id: string | undefined
  readonly since: number | undefined
}

/** Which documents a request is about, and that they are the caller's. */
const placeOf = (request: LrsRequest, caller: LrsCaller, kind: DocumentPlace['kind']): Named => {
  const idName = kind === 'state' ? 'stateId' : 'profileId'
  const owners = { state: ['activityId', 'agent'], activity: ['activityId'], agent: ['agent'] }[kind]
  const known = [...owners, idName, 'since', ...(kind === 'state' ? ['registration'] : [])]
  const at = parametersOf(request, known, owners)
  const activityId = iriIn('activityId', at('activityId'))
  const asked = agentIn(at('agent'))
  const agent = kind === 'activity' ? undefined : ownAgent(caller, asked)
  const registration = uuidIn('registration', at('registration'))
  ownRegistration(caller, registration)
  const id = at(idName)
  // What all learners of an AU share is its own business, and of no other.
  if (kind === 'activity' && activityId !== caller.terms.activityId)
    throw new LrsRefusal(403, 'An AU has the profile of its own activity alone.')
  if (id === launchDataId && activityId !== caller.terms.activityId)
    throw new LrsRefusal(403, 'This was written for another AU.')
  return { place: { kind, activityId, agent, registration }, id, since: momentIn('since', at('since')) }
}

const tagsIn = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** Whether the preconditions of a request let it change what stands. A profile is never replaced unseen. */
const checkPreconditions = ({ method, headers }: LrsRequest, kind: DocumentPlace['kind'], seen: StoredDocument | undefined) => {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const isHeld = (header: string) => seen !== undefined && (header.trim() === '*' || tagsIn(header).includes(`"${seen.etag}"`))
  if (match !== undefined && !isHeld(match)) throw new LrsRefusal(412, 'Something else stands here by now.')
  if (noneMatch !== undefined && isHeld(noneMatch)) throw new LrsRefusal(412, 'Something stands here already.')
  if (method === 'PUT' && kind !== 'state' && seen && match === undefined && noneMatch === undefined)
    throw new LrsRefusal(409, 'A document stands here. Read it, and send its ETag as If-Match to replace it.')
}

const isJson = (mediaType: string) => /^application\/json\s*(;|$)/i.test(mediaType)

/** What a POST makes of a document: its properties laid over those that stand, where both are objects of JSON. */
const merged = (seen: StoredDocument | undefined, { mediaType, content }: NewDocument): NewDocument => {
  if (!seen) return { mediaType, content }
  if (!isJson(seen.media_type) || !isJson(mediaType)) throw new LrsRefusal(400, 'Only documents of JSON are put together.')
  const before = readJson(seen.content)
  const now = readJson(content)
  if (!isFields(before) || !isFields(now)) throw new LrsRefusal(400, 'Only objects of JSON are put together.')
  const all = Buffer.from(JSON.stringify({ ...before, ...now }))
  if (all.length > mostDocumentBytes)
    throw new LrsRefusal(413, `A document has no more than ${mostDocumentBytes} bytes, as it is put together.`)
  return { mediaType, content: all }
}

/** What cmi5 says of a learner's preferences; a store may refuse what is none of them. */
const checkPreferences = ({ mediaType, content }: NewDocument) => {
  const refuse = (why: string) => {
    throw new LrsRefusal(403, why)
  }
  if (!isJson(mediaType)) return refuse('Preferences are JSON.')
  const given = readJson(content)
  const { languagePreference, audioPreference } = isFields(given) ? given : {}
  const languages = typeof languagePreference === 'string' ? languagePreference.split(',').map((tag) => tag.trim()) : []
  if (languages.length === 0 || !languages.every(isLanguageTag)) refuse('languagePreference is a list of language tags.')
  if (audioPreference !== 'on' && audioPreference !== 'off') refuse('audioPreference is on or off.')
}

const checkNew = (request: LrsRequest, { place, id }: Named, document: NewDocument) => {
  if (id === launchDataId && place.kind === 'state')
    throw new LrsRefusal(403, 'An AU reads its launch data, and changes none of it.')
  if (id === preferencesId && place.kind === 'agent') checkPreferences(document)
  else if (isJson(document.mediaType)) readJson(document.content)
  if (request.method === 'POST' && !(isJson(document.mediaType) && isFields(readJson(document.content))))
    throw new LrsRefusal(400, 'A POST puts an object of JSON together with what stands.')
}

const write = async ({ database, clock }: Parts, request: LrsRequest, caller: LrsCaller, named: Named): Promise<LrsReply> => {
  const { place, id } = named
  if (id === undefined) throw new LrsRefusal(400, 'The id of the document is missing.')
  const given = { mediaType: request.headers['content-type'] ?? 'application/octet-stream', content: request.body }
  checkNew(request, named, given)
  // Another writer may come between reading and writing: then it is done over what that one wrote.
  for (let tries = 0; tries < 5; tries += 1) {
    const seen = await selectDocument(database.kysely, caller.orgId, place, id)
    checkPreconditions(request, place.kind, seen)
    const document = request.method === 'POST' ? merged(seen, given) : given
    if (id === preferencesId && place.kind === 'agent') checkPreferences(document)
    if (!seen && (await selectDocumentIds(database.kysely, caller.orgId, place, undefined)).length >= mostDocuments)
      throw new LrsRefusal(403, `No more than ${mostDocuments} documents are kept here.`)
    if (await replaceDocument(database.kysely, caller.orgId, place, id, document, seen, clock.nowMs()))
      return { status: 204, headers: { etag: `"${etagOf(document.content)}"` } }
  }
  throw new LrsRefusal(409, 'Others write this document at the same moment.')
}

const readOne = async ({ database }: Parts, caller: LrsCaller, { place, id, since }: Named): Promise<LrsReply> => {
  if (id === undefined) return jsonReply(await selectDocumentIds(database.kysely, caller.orgId, place, since))
  const found = await selectDocument(database.kysely, caller.orgId, place, id)
  if (!found) throw new LrsRefusal(404, 'There is no such document.')
  const { media_type, content, etag, updated_at } = found
  return {
    status: 200,
    headers: { 'content-type': media_type, etag: `"${etag}"`, 'last-modified': new Date(updated_at).toUTCString() },
    body: content,
  }
}

const remove = async ({ database }: Parts, request: LrsRequest, caller: LrsCaller, { place, id }: Named): Promise<LrsReply> => {
  if (id === launchDataId) throw new LrsRefusal(403, 'An AU reads its launch data, and changes none of it.')
  if (id === undefined) {
    if (place.kind !== 'state') throw new LrsRefusal(400, 'The id of the document is missing.')
    await deleteDocuments(database.kysely, caller.orgId, place, [launchDataId])
    return { status: 204 }
  }
  const seen = await selectDocument(database.kysely, caller.orgId, place, id)
  checkPreconditions(request, place.kind, seen)
  if (seen && !(await deleteDocument(database.kysely, caller.orgId, place, id, seen)))
    throw new LrsRefusal(412, 'Something else stands here by now.')
  return { status: 204 }
}

/** The documents of a state, an activity or an agent. */
export const documents =
  (kind: DocumentPlace['kind']) =>
  async (parts: Parts, request: LrsRequest, caller: LrsCaller): Promise<LrsReply> => {
    const named = placeOf(request, caller, kind)
    if (request.method === 'GET') return readOne(parts, caller, named)
    if (request.method === 'PUT' || request.method === 'POST') return write(parts, request, caller, named)
    if (request.method === 'DELETE') return remove(parts, request, caller, named)
    throw new LrsRefusal(405, 'This is nothing that a document is asked.')
  }
