import { randomUUID } from 'node:crypto'
import { categories, verbs } from '@sitwell/exam/courses/cmi5/vocabulary'
import { type Content, makeZip } from '../import/testing/make-package.ts'

/** Wherever a test of cmi5 needs an IRI of a publisher. */
export const publisher = 'https://publisher.example'

const texts = (title: string) =>
  `<title><langstring lang="en-GB">${title}</langstring><langstring lang="ar">ع</langstring></title><description><langstring lang="en-GB">About ${title}</langstring></description>`

/** An AU called by its name, whose page is `NAME.html` unless `url` says another. */
export const auOf = (name: string, attributes = '', inside = '', url = `${name}.html?name=${name}`) =>
  `<au id="${publisher}/au/${name}" ${attributes}>${texts(name)}<url> ${url.replaceAll('&', '&amp;')} </url>${inside}</au>`

export const blockOf = (name: string, ...inside: readonly string[]) =>
  `<block id="${publisher}/block/${name}">${texts(name)}${inside.join('')}</block>`

export const structureOf = (inside: string, more = '', id = `${publisher}/course`) =>
  `<?xml version="1.0" encoding="utf-8"?><courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id=" ${id} ">${texts('Knots')}</course>${more}${inside}</courseStructure>`

/** A package with a page for each AU that is called by a name. */
export const cmi5Zip = (structure: string, files: Record<string, Content> = {}) =>
  makeZip({
    'cmi5.xml': structure,
    ...Object.fromEntries([...structure.matchAll(/<url> (\w+\.html)/g)].map(([, page]) => [page ?? '', '<title>AU</title>'])),
    ...files,
  })

const moves = ['completed', 'passed', 'failed']

/** An AU as its page would be: it has its launch address, fetches its token and speaks with the store. */
export const startAu = async (address: string) => {
  const url = new URL(address)
  const at = (name: string) => url.searchParams.get(name) ?? ''
  const fetchToken = async () =>
    (await (await fetch(at('fetch'), { method: 'POST' })).json()) as Readonly<Record<string, string>>
  const token = (await fetchToken())['auth-token']
  const actor = JSON.parse(at('actor')) as Record<string, unknown>
  const ask = async (
    method: string,
    path: string,
    more: { query?: Record<string, string>; body?: unknown; headers?: object } = {},
  ) => {
    const search = new URLSearchParams(more.query).toString()
    const response = await fetch(new URL(path, at('endpoint')).href + (search === '' ? '' : `?${search}`), {
      method,
      headers: {
        'x-experience-api-version': '1.0.3',
        ...(token !== undefined && { authorization: `Basic ${token}` }),
        ...(more.body !== undefined && { 'content-type': 'application/json' }),
        ...more.headers,
      },
      ...(more.body !== undefined && { body: typeof more.body === 'string' ? more.body : JSON.stringify(more.body) }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const state = { activityId: at('activityId'), agent: at('actor'), registration: at('registration') }
  const launchData = async () =>
    JSON.parse((await ask('GET', 'activities/state', { query: { ...state, stateId: 'LMS.LaunchData' } })).text) as {
      contextTemplate: { contextActivities: { grouping: unknown[] }; extensions: Record<string, unknown> }
      [name: string]: unknown
    }
  const { contextTemplate } = await launchData()
  const statementOf = (verb: string, atMs: number, more: Record<string, unknown> = {}) => {
    const isDefined = verb in verbs
    const result = {
      ...(verb === 'completed' && { completion: true }),
      ...((verb === 'passed' || verb === 'failed') && { success: verb === 'passed' }),
      ...((moves.includes(verb) || verb === 'terminated') && { duration: 'PT1S' }),
    }
    const ids = [...(isDefined ? [categories.cmi5] : []), ...(moves.includes(verb) ? [categories.moveOn] : [])]
    return {
      id: randomUUID(),
      actor,
      verb: { id: isDefined ? verbs[verb as keyof typeof verbs] : `https://verbs.example/${verb}`, display: { en: verb } },
      object: { id: at('activityId') },
      ...(Object.keys(result).length > 0 && { result }),
      context: {
        ...contextTemplate,
        registration: at('registration'),
        contextActivities: { ...contextTemplate.contextActivities, category: ids.map((id) => ({ id })) },
      },
      timestamp: new Date(atMs).toISOString(),
      ...more,
    }
  }
  const put = (statement: { readonly id: string; readonly [name: string]: unknown }) =>
    ask('PUT', 'statements', { query: { statementId: statement.id }, body: statement })
  /** Says a verb, and what the store answers. */
  const say = async (verb: string, atMs: number, more?: Record<string, unknown>) =>
    (await put(statementOf(verb, atMs, more))).status
  return { url, at, actor, token, state, ask, put, say, statementOf, launchData, fetchToken }
}
