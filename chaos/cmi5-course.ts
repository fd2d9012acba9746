import { makeCmi5 } from '../e2e/make-cmi5.ts'
import { lessonTitles } from './course.ts'

/** The state that a unit keeps what was typed in, and the verb that tells of it: one of its own, beside those of cmi5. */
export const notesId = 'notes'
export const notedVerb = 'https://publisher.example/verbs/noted'

/**
 * A unit as a careful author makes one: each text is a statement and a document, in this order, and `data-kept` names the last one of
 * which the store has said that it has both. It asks again until then, replaces no document that it hasn't seen, and shows itself no more
 * once the store wants to hear nothing of it. Its clock only continues, whatever the computer's does.
 */
const script = `
const at = new URLSearchParams(location.search)
const category = 'https://w3id.org/xapi/cmi5/context/categories/'
const startMs = Date.now() - performance.now()
const pause = () => new Promise((resolve) => setTimeout(resolve, 250))
let token, data, etag, isOver = false
let chain = Promise.resolve()
const ask = (method, path, query, body, headers) =>
  fetch(at.get('endpoint') + path + '?' + new URLSearchParams(query), {
    method,
    headers: { Authorization: 'Basic ' + token, 'X-Experience-API-Version': '1.0.3', 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(4000),
  }).catch(() => undefined)
/** Somebody's page on the way is no word of the store's. */
const endIfRefused = (reply) => {
  if (!reply || ![401, 403].includes(reply.status) || !/json/.test(reply.headers.get('content-type'))) return
  isOver = true
  document.getElementById('notes')?.remove()
}
const stateOf = (stateId) => ({ stateId, agent: at.get('actor'), activityId: at.get('activityId'), registration: at.get('registration') })
const read = async (stateId) => {
  const reply = await ask('GET', 'activities/state', stateOf(stateId))
  endIfRefused(reply)
  if (reply?.status === 404) return { text: '' }
  if (reply?.status !== 200) return undefined
  const found = await reply.json().catch(() => undefined)
  return found && { ...found, etag: reply.headers.get('etag') }
}
const until = async (work) => {
  while (!isOver) {
    const done = await work()
    if (done !== undefined) return done
    await pause()
  }
  return new Promise(() => undefined)
}
const say = (verb, { result, categories = [] }) => {
  const { contextActivities, ...context } = data.contextTemplate
  const statement = {
    id: crypto.randomUUID(), actor: JSON.parse(at.get('actor')), verb: { id: verb }, object: { id: at.get('activityId') },
    timestamp: new Date(startMs + performance.now()).toISOString(), ...(result && { result }),
    context: { ...context, registration: at.get('registration'),
      contextActivities: { ...contextActivities, category: categories.map((name) => ({ id: category + name })) } },
  }
  return until(async () => {
    const reply = await ask('PUT', 'statements', { statementId: statement.id }, statement)
    endIfRefused(reply)
    return reply?.status === 204 ? true : undefined
  })
}
const verbs = 'http://adlnet.gov/expapi/verbs/'
const keep = (text) => until(async () => {
  const reply = await ask('PUT', 'activities/state', stateOf('${notesId}'), { text }, etag ? { 'If-Match': etag } : { 'If-None-Match': '*' })
  endIfRefused(reply)
  if (reply?.status === 204) {
    etag = reply.headers.get('etag')
    return true
  }
  if (reply?.status !== 412) return undefined
  const standing = await read('${notesId}')
  if (!standing) return undefined
  etag = standing.etag
  return standing.text === text || undefined
})
const field = document.getElementById('notes')
const note = () => {
  const text = field.value
  chain = chain.then(async () => {
    // Something newer is typed already.
    if (text !== field.value || text === field.dataset.kept) return
    await say('${notedVerb}', { result: { response: text } })
    await keep(text)
    field.dataset.kept = text
  })
}
const leave = async () => {
  await say(verbs + 'terminated', { result: { duration: 'PT1M' }, categories: ['cmi5'] })
  location.href = data.returnURL
}
document.getElementById('suspend').onclick = () => { chain = chain.then(leave) }
document.getElementById('complete').onclick = () => {
  chain = chain.then(() => say(verbs + 'completed', { result: { completion: true, duration: 'PT1M' }, categories: ['cmi5', 'moveon'] })).then(leave)
}
const begin = async () => {
  token = await until(() => fetch(at.get('fetch'), { method: 'POST', signal: AbortSignal.timeout(4000) })
    .then((reply) => reply.json()).then((reply) => reply['auth-token']).catch(() => undefined))
  data = await until(() => read('LMS.LaunchData'))
  await say(verbs + 'initialized', { categories: ['cmi5'] })
  const notes = await until(() => read('${notesId}'))
  etag = notes.etag
  field.value = field.dataset.kept = notes.text
  field.oninput = note
  document.getElementById('mode').textContent = 'a ' + data.launchMode.toLowerCase() + ' of the unit'
}
begin()
`

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unit</title></head>
<body><h1>Unit</h1><p id="mode"></p><p><label>Notes <input id="notes"></label></p>
<button id="suspend">Leave</button> <button id="complete">Complete</button>
<script>${script}</script></body></html>`

/** Writes the package of a course of cmi5 that a learner types into; answers where it is. */
export const chaosCmi5 = (): Promise<string> =>
  makeCmi5(
    'Ladders',
    lessonTitles.map((title) => ({ title, moveOn: 'Completed', page })),
  )
