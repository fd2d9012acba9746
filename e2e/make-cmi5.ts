import { strToU8, zipSync } from 'fflate'
import { passingFile } from './passing-file.ts'

interface TestAu {
  readonly title: string
  readonly moveOn?: string
  readonly launchMethod?: string
  /** Its own page instead of the one that every unit of a test has: HTML, with its script. */
  readonly page?: string
}

/** What every unit of a test does: it fetches its token, says that it has begun, and the rest by its buttons. */
const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Unit</title></head>
<body><h1>Unit</h1><p id="mode"></p><p id="said"></p>
<button id="progressed">Go on</button> <button id="completed">Complete</button> <button id="passed">Pass</button> <button id="terminated">Leave</button>
<script>
const at = new URLSearchParams(location.search)
const ids = { cmi5: 'https://w3id.org/xapi/cmi5/context/categories/cmi5', moveOn: 'https://w3id.org/xapi/cmi5/context/categories/moveon' }
const results = { completed: { completion: true, duration: 'PT2M' }, passed: { success: true, duration: 'PT2M' }, terminated: { duration: 'PT2M' } }
const ask = async (method, path, query, body) => fetch(at.get('endpoint') + path + '?' + new URLSearchParams(query), {
  method, headers: { Authorization: 'Basic ' + token, 'X-Experience-API-Version': '1.0.3', 'Content-Type': 'application/json' },
  body: body && JSON.stringify(body), keepalive: true,
})
let token, data
const say = async (verb) => {
  const isAllowed = verb === 'progressed'
  const category = isAllowed ? [] : [{ id: ids.cmi5 }]
  if (verb === 'completed' || verb === 'passed') category.push({ id: ids.moveOn })
  const statement = {
    id: crypto.randomUUID(), actor: JSON.parse(at.get('actor')), object: { id: at.get('activityId') },
    verb: { id: 'http://adlnet.gov/expapi/verbs/' + verb }, timestamp: new Date().toISOString(),
    context: { ...data.contextTemplate, registration: at.get('registration'), contextActivities: { ...data.contextTemplate.contextActivities, category } },
    ...(results[verb] && { result: results[verb] }),
  }
  const { status } = await ask('PUT', 'statements', { statementId: statement.id }, statement)
  said.textContent += ' ' + verb + ' ' + status
  if (verb === 'terminated') location.href = data.returnURL
}
const begin = async () => {
  token = (await (await fetch(at.get('fetch'), { method: 'POST' })).json())['auth-token']
  data = await (await ask('GET', 'activities/state', { stateId: 'LMS.LaunchData', agent: at.get('actor'), activityId: at.get('activityId'), registration: at.get('registration') })).json()
  mode.textContent = data.launchMode
  await say('initialized')
}
for (const button of document.querySelectorAll('button')) button.onclick = () => say(button.id)
begin()
</script></body></html>`

const texts = (title: string) =>
  `<title><langstring lang="en">${title}</langstring></title><description><langstring lang="en">${title}</langstring></description>`

/** Writes a package of cmi5; answers where it is. */
export const makeCmi5 = async (name: string, aus: readonly TestAu[]): Promise<string> => {
  const id = `https://publisher.example/${encodeURIComponent(name)}`
  const units = aus.map(
    ({ title, moveOn = 'CompletedOrPassed', launchMethod = 'AnyWindow' }, at) =>
      `<au id="${id}/${at}" moveOn="${moveOn}" launchMethod="${launchMethod}">${texts(title)}<url>s${at}.html</url></au>`,
  )
  const structure = `<?xml version="1.0" encoding="utf-8"?><courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"><course id="${id}">${texts(name)}</course>${units.join('')}</courseStructure>`
  const pages = aus.map((au, at) => [`s${at}.html`, strToU8(au.page ?? page)] as const)
  return passingFile('course.zip', zipSync({ 'cmi5.xml': strToU8(structure), ...Object.fromEntries(pages) }))
}
