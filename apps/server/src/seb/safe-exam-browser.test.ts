import { createHash } from 'node:crypto'
import { type Call, calls, type InputOf, sebPageHeaders } from '@sitwell/contract'
import { sebHash, sebHeaders } from '@sitwell/exam/seb/seb-hashes'
import { beforeEach, expect, test } from 'vitest'
import type { AuthoredSeb } from '../import/authored-seb.ts'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import {
  arrange,
  doCall,
  examOf,
  type OwnHeaders,
  refusalIn,
  saveOf,
  send,
  signIn,
  tryCall,
  type World,
} from '../testing/test-world.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const configKey = sha256('settings of a school')
const programKey = sha256('a version of the program with them')
const code = 'SAFE_EXAM_BROWSER_REQUIRED'

/** The program as it sends its keys itself, bound to each address. */
const inSeb =
  (keys: { configKey?: string; browserExamKey?: string }): OwnHeaders =>
  (address) => ({
    ...(keys.configKey && { [sebHeaders.configKey]: sebHash(address, keys.configKey, sha256) }),
    ...(keys.browserExamKey && { [sebHeaders.browserExamKey]: sebHash(address, keys.browserExamKey, sha256) }),
  })

/** The program as it tells them to the page's script, bound to the page. */
const onPage =
  (page: string, key: string, pages = page): OwnHeaders =>
  () => ({ [sebPageHeaders.pages]: pages, [sebPageHeaders.configKey]: sebHash(page, key, sha256) })

describeOnEach(oneDatabase, 'an exam that is held to Safe Exam Browser, on %s', { isClockHeld: true }, (suite) => {
  const { database, server, clock, pass, nextOrgId } = suite
  let world: World
  let token: string

  /** Its parts are sealed, so that a key of one can be asked for. */
  const arrangeHeld = async (safeExamBrowser: AuthoredSeb, ofSchedule?: AuthoredSeb) => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const part = (name: string) => ({
      id: `${prefix}-${name}`,
      name,
      questions: [{ type: 'QUESTIONLTEXT', id: `${prefix}-${name}-q`, text: `Why ${name}?` }],
    })
    const sections = [part('first'), part('second')] as never
    const exam = examOf(prefix, { sections, settings: { safeExamBrowser, sealParts: true, printQuestions: true } })
    const schedule = { guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid }
    world = await arrange(server, {
      orgId,
      exam,
      invigilated: true,
      file: { schedules: [{ ...schedule, ...(ofSchedule !== undefined && { safeExamBrowser: ofSchedule }) }] },
    })
    token = (await signIn(server, world)).access_token
  }
  beforeEach(() =>
    arrangeHeld({ generate: false, configKeys: [configKey], browserExamKeys: [], allowedSites: [], settings: {} }),
  )

  const ask = <C extends Call>(call: C, input: InputOf<C>, own?: OwnHeaders) => tryCall(server, call, input, token, own)
  const content = (own?: OwnHeaders) => ask(calls.examJson, { query: world.entry }, own)
  const start = (own?: OwnHeaders) => ask(calls.start, { query: world.entry }, own)
  const begin = async (own: OwnHeaders) => (JSON.parse((await start(own)).text) as { formRunGUID: string }).formRunGUID
  const supervision = async (formRunGuid: string) => {
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    return events.flatMap(({ kind, provider, what }) => (kind === 'supervision' ? [`${provider}: ${what}`] : []))
  }
  const listed = async () => {
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const [run] = await doCall(server, calls.dashFormRuns, { query: {} }, invigilator)
    return run?.supervision
  }
  const save = (formRunGuid: string, sequence: number, own?: OwnHeaders) => {
    const place = { questionVersionId: `${world.prefix}-first-q`, page: `${world.prefix}-first-q`, options: [] }
    return ask(calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence, ...place }) }, own)
  }
  const links = async () => doCall(server, calls.sebLinks, { query: world.entry }, token)
  const keyOfFile = async () => {
    const { fileUrl = '' } = await links()
    const { text } = await send(server, fileUrl.slice(server.origin.length))
    const plain = [...text.matchAll(/<key>(\w+)<\/key><(true|false)\/>/g)].map(([, name, value]) => [name, value === 'true'])
    const numbers = [...text.matchAll(/<key>(\w+)<\/key><integer>(\d+)</g)].map(([, name, value]) => [name, Number(value)])
    const texts = [...text.matchAll(/<key>(\w+)<\/key><(?:string|data)>([^<]*)</g)].map(([, name, value]) => [name, value])
    const rules = [...text.matchAll(/<key>expression<\/key><string>([^<]*)</g)].map(([, one]) => one)
    const settings: Record<string, unknown> = Object.fromEntries([...plain, ...numbers, ...texts])
    for (const name of ['action', 'active', 'expression', 'regex']) delete settings[name]
    settings.URLFilterRules = rules.map((expression) => ({ action: 1, active: true, expression, regex: false }))
    // Reckoned here again, from the file alone.
    const json = (value: unknown): string =>
      Array.isArray(value)
        ? `[${value.map(json).join(',')}]`
        : typeof value === 'object' && value !== null
          ? `{${Object.entries(value)
              .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
              .map(([name, one]) => `"${name}":${json(one)}`)
              .join(',')}}`
          : typeof value === 'string'
            ? `"${value.replaceAll('&amp;', '&')}"`
            : String(value)
    return { key: sha256(json(settings)), settings, text }
  }

  test('neither starts nor gives out a question in any other browser, and says what to do', async () => {
    const no = {
      status: 403,
      code,
      message:
        'This exam is sat in Safe Exam Browser, and this browser shows no key of it. Open the exam by the link on its page in Sitwell.',
    }
    const named: OwnHeaders = () => ({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/138.0 SEB/3.10.1' })
    for (const own of [undefined, named]) {
      expect(refusalIn(await content(own))).toEqual(no)
      expect(refusalIn(await start(own))).toEqual(no)
      expect(refusalIn(await ask(calls.canStart, { query: world.entry }, own))).toEqual(no)
    }
  })

  test('opens in Safe Exam Browser, by the headers of the program or the keys that it tells the page', async () => {
    const page = `${server.origin}/login?${world.prefix}`
    for (const own of [inSeb({ configKey }), onPage(page, configKey), onPage(page, configKey, `${server.origin}/x ${page}`)]) {
      expect((await content(own)).status).toBe(200)
      expect((await ask(calls.canStart, { query: world.entry }, own)).status).toBe(200)
      expect((await start(own)).status).toBe(200)
    }
  })

  test('takes no other key, no hash of another address or another site’s page, and no key as it is', async () => {
    const other = sha256('settings of another exam')
    const page = `${server.origin}/schedules`
    const elsewhere = 'https://elsewhere.example/schedules'
    const tries: OwnHeaders[] = [
      inSeb({ configKey: other }),
      inSeb({ browserExamKey: configKey }),
      () => inSeb({ configKey })(`${server.origin}/assessment/api/assessment/start`),
      (address) => inSeb({ configKey })(address.replace(server.origin, 'https://elsewhere.example')),
      () => ({ [sebHeaders.configKey]: configKey }),
      onPage(page, other),
      onPage(elsewhere, configKey),
      onPage(`${server.origin}.elsewhere.example/`, configKey),
      onPage(page, configKey, `${server.origin}/login`),
      onPage(page, configKey, `a b c d ${page}`),
    ]
    for (const own of tries) {
      const refusal = refusalIn(await content(own))
      expect(refusal.code).toBe(code)
      expect(refusal.message).toContain('other settings')
    }
  })

  test('asks for a key of each kind that it names, of which several will do', async () => {
    const keys = { configKeys: [sha256('before'), configKey], browserExamKeys: [programKey, sha256('version 2')] }
    await arrangeHeld({ generate: false, ...keys, allowedSites: [], settings: {} })
    expect((await content(inSeb({ configKey, browserExamKey: programKey }))).status).toBe(200)
    expect((await content(inSeb({ configKey: sha256('before'), browserExamKey: sha256('version 2') }))).status).toBe(200)
    for (const own of [inSeb({ configKey }), inSeb({ browserExamKey: programKey })])
      expect(refusalIn(await content(own)).code).toBe(code)
  })

  test('is held as its schedule says, where that says something else than the exam', async () => {
    await arrangeHeld(true, false)
    expect((await content()).status).toBe(200)
    await arrangeHeld(false, true)
    expect(refusalIn(await content()).code).toBe(code)
    const [listed] = await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)
    expect(listed?.safeExamBrowser).toBe(true)
  })

  test('keeps answers and completions that come from elsewhere, gives out nothing more, and tells all of it', async () => {
    const own = inSeb({ configKey })
    await content()
    expect(await listed()).toEqual([{ provider: 'Safe Exam Browser', what: 'refusal' }])
    await content(own)
    const formRunGuid = await begin(own)
    expect((await save(formRunGuid, 1, own)).status).toBe(200)
    expect(await supervision(formRunGuid)).toEqual(['Safe Exam Browser: refusal', 'Safe Exam Browser: start'])
    expect(JSON.parse((await save(formRunGuid, 2)).text)).toMatchObject({ saved: true, applied: true, sequence: 2 })
    expect((await save(formRunGuid, 3)).status).toBe(200)
    const partId = `${world.prefix}-second`
    const key = { body: { formRunGuid, partId, page: `${partId}-q` } }
    expect(refusalIn(await ask(calls.partKey, key)).code).toBe(code)
    expect(refusalIn(await content()).code).toBe(code)
    expect((await content(own)).status).toBe(200)
    expect((await ask(calls.partKey, key, own)).status).toBe(200)
    await ask(calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } })
    expect(await listed()).toEqual([{ provider: 'Safe Exam Browser', what: 'loss' }])
    expect(await supervision(formRunGuid)).toEqual(
      ['refusal', 'start', 'loss', 'refusal', 'start', 'loss'].map((what) => `Safe Exam Browser: ${what}`),
    )
  })

  test('is sat in any browser once staff have waived it with a reason, before it begins or later, and in no ledger but its own', async () => {
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const waive = (body: { scheduleGuid?: string; examGuid?: string }, by = invigilator) =>
      tryCall(server, calls.waiveSupervision, { body: { ...body, reason: 'It does not start.\0\ud800 <b>' } }, by)
    const { scheduleGuid, examGuid } = world.entry
    expect((await waive({ scheduleGuid }, token)).status).toBe(403)
    expect((await waive({ scheduleGuid: 'another' })).status).toBe(404)
    expect((await waive({ scheduleGuid, examGuid })).status).toBe(400)
    expect(JSON.parse((await waive({ scheduleGuid })).text)).toEqual({ changed: [scheduleGuid] })
    expect(JSON.parse((await waive({ scheduleGuid })).text)).toEqual({ changed: [] })
    expect((await ask(calls.canStart, { query: world.entry })).status).toBe(200)
    expect((await content()).status).toBe(200)
    const [shown] = await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)
    expect(shown?.safeExamBrowser).toBeUndefined()
    const formRunGuid = await begin(() => ({}))
    await save(formRunGuid, 1)
    expect(await supervision(formRunGuid)).toEqual(['Safe Exam Browser: waiver'])

    await arrangeHeld(true)
    expect(refusalIn(await content()).code).toBe(code)
    await arrangeHeld({ generate: false, configKeys: [configKey], browserExamKeys: [], allowedSites: [], settings: {} })
    const begun = await begin(inSeb({ configKey }))
    expect(refusalIn(await content()).code).toBe(code)
    const own = (await signIn(server, world, 'invigilator')).access_token
    expect((await waive({ examGuid: world.entry.examGuid }, own)).status).toBe(200)
    expect((await content()).status).toBe(200)
    expect((await supervision(begun)).at(-1)).toBe('Safe Exam Browser: waiver')
  })

  test('prints no question for another browser, and one link opens as any PDF is opened', async () => {
    const own = inSeb({ configKey })
    const formRunGuid = await begin(own)
    const { versionNumber: _, examObjectTypeGuid: examTypeGuid, ...entry } = world.entry
    const query = { ...entry, examTypeGuid, formRunGuid, questionId: `${world.prefix}-first-q`, filename: 'q.pdf' }
    expect(refusalIn(await ask(calls.printQuestion, { query }))).toMatchObject({ status: 403, code })
    const made = await ask(calls.printQuestion, { query }, own)
    const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await send(server, `/${JSON.parse(made.text).link}`, { headers: { cookie } })).status).toBe(200)
  })

  test('keeps a file that comes from elsewhere, and tells it', async () => {
    const own = inSeb({ configKey })
    await content(own)
    const formRunGuid = await begin(own)
    const answer = await ask(calls.uploadFile, { body: { formRunGUID: formRunGuid }, file: new File(['x'], 'x.txt') })
    expect(answer.status).toBe(200)
    expect(await supervision(formRunGuid)).toEqual(['Safe Exam Browser: start', 'Safe Exam Browser: loss'])
  })

  test('is opened with the file that the server makes for it, whose key the server knows', async () => {
    await arrangeHeld(true)
    const { openUrl, fileUrl = '', quitUrl = '' } = await links()
    expect(openUrl).toBe(fileUrl.replace('http:', 'seb:'))
    const answer = await send(server, fileUrl.slice(server.origin.length))
    expect(answer.headers.get('content-type')).toBe('application/seb')
    expect(answer.headers.get('content-disposition')).toContain('.seb"')
    const { key, settings } = await keyOfFile()
    expect(settings).toMatchObject({
      startURL: `${server.origin}/login?${world.prefix}`,
      quitURL: quitUrl,
      sendBrowserExamKey: true,
      browserWindowWebView: 3,
    })
    expect(quitUrl.startsWith(`${server.origin}/schedules?quit-`)).toBe(true)
    expect((await content(inSeb({ configKey: key }))).status).toBe(200)
    expect(refusalIn(await content(inSeb({ configKey }))).code).toBe(code)
    const before = inSeb({ configKey: key })
    await arrangeHeld(true)
    expect(refusalIn(await content(before)).code).toBe(code)
    expect((await keyOfFile()).settings.examKeySalt).not.toBe(settings.examKeySalt)
  })

  test('takes what its author sets into the file, and shows no password', async () => {
    const rule = {
      configKeys: [],
      browserExamKeys: [],
      allowedSites: ['dictionary.example/*'],
      settings: { allowSpellCheck: true },
    }
    await arrangeHeld({ generate: true, quitPassword: 'OutOfHere', ...rule })
    const { key, settings, text } = await keyOfFile()
    expect(settings).toMatchObject({ allowSpellCheck: true, hashedQuitPassword: sha256('OutOfHere') })
    expect(text).toContain('<string>dictionary.example/*</string>')
    expect(text).not.toContain('OutOfHere')
    const answer = await content(inSeb({ configKey: key }))
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('OutOfHere')
  })

  test('gives its file to who holds the link of a day, and links to its own learner alone', async () => {
    await arrangeHeld(true)
    const { fileUrl = '' } = await links()
    const path = fileUrl.slice(server.origin.length)
    expect((await send(server, `${path}x`)).status).toBe(404)
    expect((await send(server, path.replace(/token=.*/, `token=${token}`))).status).toBe(404)
    pass(25 * 60 * 60 * 1000)
    expect((await send(server, path)).status).toBe(404)
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const stranger = { userGuid: `${world.prefix}-invigilator`, scheduleGuid: world.entry.scheduleGuid }
    expect((await tryCall(server, calls.sebLinks, { query: stranger }, invigilator)).status).toBe(404)
    expect((await tryCall(server, calls.sebLinks, { query: world.entry }, invigilator)).status).toBe(403)
  })

  test('has no links where any browser will do, and those of its own file where it names one', async () => {
    await arrangeHeld(false)
    expect((await ask(calls.sebLinks, { query: world.entry })).status).toBe(404)
    const rule = { generate: false, configKeys: [configKey], browserExamKeys: [], allowedSites: [], settings: {} }
    await arrangeHeld({ ...rule, link: 'https://school.example/exam.seb' })
    expect(await links()).toEqual({ openUrl: 'sebs://school.example/exam.seb' })
    await arrangeHeld(rule)
    expect(await links()).toEqual({})
  })

  test('knows an address by what is configured, whatever a request says of its host', async () => {
    const other = await startTestServer({ database, clock, config: { publicUrl: 'https://Exams.example:443' } })
    const own = await arrange(other, {
      exam: examOf('o1', { settings: { safeExamBrowser: { configKeys: [configKey] } as never } }),
      file: { schedules: [{ guid: 'o1-schedule', username: 'learner', exam: 'o1-exam' }] },
    })
    const mine = (await signIn(other, own)).access_token
    const json = (origin: string) =>
      tryCall(other, calls.examJson, { query: own.entry }, mine, (address) =>
        inSeb({ configKey })(address.replace(other.origin, origin)),
      )
    expect((await json('https://exams.example')).status).toBe(200)
    expect((await json('https://o1.example')).status).toBe(200)
    expect((await json(other.origin)).status).toBe(403)
    await other.stop()
  })
})
