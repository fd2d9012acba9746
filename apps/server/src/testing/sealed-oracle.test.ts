import { randomUUID } from 'node:crypto'
import { type Call, calls, describeCall, type InputOf } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { oneDatabase } from './databases.ts'
import { describeOnEach } from './describe-on-each.ts'
import { type JsonSchema, type SampleSize, sampleInput } from './sample-input.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, tryCall } from './test-world.ts'

/** Names of fields that refer to a question, or to one of its options. They are matched by pattern, so that a new call is tested too. */
const namesQuestion = /^(question|page)$|question\w*id$/i
const namesOption = /option\w*id$/i
const namesText = /^(answer|option|other)text$/i

const fieldsOf = ({ properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema): string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]),
  ...[...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap(fieldsOf),
]

const fieldsOfCall = (call: Call): string[] => {
  const { params, query, body } = describeCall(call)
  // Boundary: `describeCall` returns JSON schemas.
  return [params, query, body].flatMap((schema) => (schema ? fieldsOf(schema as JsonSchema) : []))
}

const learnerCalls = Object.values(calls as Record<string, Call>).filter(({ access }) => access === 'signed-in')
const callsWithQuestion = learnerCalls.filter((call) => fieldsOfCall(call).some((name) => namesQuestion.test(name)))

const options = [
  { id: 'right', text: 'An oak' },
  { id: 'left', text: 'An elm' },
]
const radio = { type: 'RADIO', text: 'Which?', options, key: 'right', marks: 1 }
const grid = { type: 'QGRID', text: 'Papers', marks: 0 }
const said = { parts: [{ text: '<p>Not yet.</p>', when: [{ on: 'mark', is: 'wrong' }] }] }

/** One question of each kind that a reply could give away. */
const questionsOf = (prefix: string) =>
  [
    { ...radio, id: `${prefix}-radio` },
    { ...radio, type: 'MULTICHOICE', key: ['right'], id: `${prefix}-several` },
    { ...radio, id: `${prefix}-tried`, attempts: 3, feedback: said },
    { type: 'QUESTIONLTEXT', text: 'Why?', marks: 1, id: `${prefix}-text` },
    {
      ...grid,
      id: `${prefix}-files`,
      rows: [{ cells: [{ components: [{ kind: 'fileButton', id: 'plan', label: 'Plan' }] }] }],
    },
  ].map((one) => authoredQuestion.parse(one))

describeOnEach(oneDatabase, 'a sealed question, on %s,', { isClockHeld: true, config: { logLevel: 'fatal' } }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite

  /** A learner in the first of two parts, with the same questions in both. */
  const begin = async () => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const sections = ['a', 'b'].map((part) => ({
      ...{ id: `${prefix}-${part}`, name: part, oneWay: true },
      questions: questionsOf(`${prefix}-${part}`),
    }))
    const settings = { examTime: 3600, sealParts: true, printQuestions: true, uploadFileTypes: ['txt'] }
    const world = await arrange(server, { orgId, exam: examOf(prefix, { settings, sections }) })
    const { access_token: token } = await signIn(server, world)
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: world.entry }, token)
    return { world, prefix, token, formRunGuid }
  }
  type Sitting = Awaited<ReturnType<typeof begin>>

  const ask = async (
    sitting: Sitting,
    call: Call,
    about: { question: string; option: string; text: string },
    size: SampleSize,
  ) => {
    const { world, prefix, formRunGuid, token } = sitting
    const { entry, orgId } = world
    const guessAt = (name: string) => {
      if (namesQuestion.test(name)) return about.question
      if (namesOption.test(name)) return about.option
      return namesText.test(name) ? about.text : undefined
    }
    const named = fieldsOfCall(call).flatMap((name) => {
      const value = guessAt(name)
      return value === undefined ? [] : [[name.toLowerCase(), value] as const]
    })
    const names = {
      ...{ formrunguid: formRunGuid, orgid: orgId, requestid: randomUUID(), partid: `${prefix}-b`, sha256: 'a'.repeat(64) },
      ...{ userguid: entry.userGuid, scheduleguid: entry.scheduleGuid, scheduletype: 1, examguid: entry.examGuid },
      ...{ examtypeguid: entry.examObjectTypeGuid, filename: 'plan.txt', mimetype: 'text/plain', generation: 'x' },
      ...Object.fromEntries(named),
    }
    const file = call.file ? { file: new File(['plan'], 'plan.txt', { type: 'text/plain' }) } : {}
    // Boundary: `sampleInput` has checked it against the call's own schema.
    const input = { ...sampleInput(call, names, size), ...file } as unknown as InputOf<Call>
    const { status, text } = await tryCall(server, call, input, token)
    // Every request moves these counters.
    return `${status} ${text.replaceAll(about.question, 'QUESTION').replace(/"(lastSequence|number)":\d+/g, '"$1":0')}`
  }

  const kinds = ['radio', 'several', 'tried', 'text', 'files']
  const guesses = [
    { option: 'right', text: 'An oak' },
    { option: 'left', text: 'An elm' },
    { option: 'right', text: 'A guess' },
    { option: 'none', text: '' },
  ]
  const sizes: readonly SampleSize[] = ['required', 'all']

  /** The distinct replies of a call to all guesses at all questions of a part. */
  const repliesAbout = async (sitting: Sitting, call: Call, part: string, size: SampleSize) => {
    const replies = new Set<string>()
    for (const kind of kinds)
      for (const guess of guesses)
        replies.add(await ask(sitting, call, { question: `${sitting.prefix}-${part}-${kind}`, ...guess }, size))
    return [...replies]
  }

  test('can be named in these calls', () => {
    expect(callsWithQuestion.map(({ name }) => name).sort()).toEqual(
      [
        ...['announceFile', 'attemptQuestion', 'compareAnswers', 'complete', 'legacyControl', 'partKey', 'postPrintQuestion'],
        ...['printQuestion', 'saveAnswer', 'saveTime', 'uploadFile'],
      ].sort(),
    )
  })

  test.each(callsWithQuestion.map((call) => [call.name, call] as const))(
    'gets the same reply from %s, whatever its kind and the guess',
    async (_, call) => {
      for (const size of sizes) expect(await repliesAbout(await begin(), call, 'b', size)).toHaveLength(1)
    },
  )

  test.each(['saveAnswer', 'attemptQuestion', 'announceFile', 'uploadFile'] as const)(
    'gets different replies from %s once its part is open',
    async (name) => {
      const sitting = await begin()
      const replies = []
      for (const size of sizes) replies.push(...(await repliesAbout(sitting, calls[name], 'a', size)))
      expect(replies.length).toBeGreaterThan(2)
      expect(replies.join()).not.toContain('PART_SEALED')
    },
  )

  const save = ({ world, formRunGuid, prefix, token }: Sitting, part: string, option: string) => {
    const question = `${prefix}-${part}-radio`
    const text = options.find(({ id }) => id === option)?.text ?? ''
    const body = saveOf(world, formRunGuid, {
      ...{ questionVersionId: question, page: question, requestId: randomUUID(), answerText: text },
      options: [{ optionID: option, optionText: text }],
    })
    return tryCall(server, calls.saveAnswer, { body }, token)
  }
  const refusedSave = async (...saving: Parameters<typeof save>) => {
    const { code, details } = refusalIn(await save(...saving))
    return { code, details }
  }
  const sealed = { code: 'PART_SEALED', details: undefined }

  test('takes no answer and moves nobody before its key was given', async () => {
    const sitting = await begin()
    const { formRunGuid, prefix, token } = sitting
    for (const option of ['right', 'left', 'none']) expect(await refusedSave(sitting, 'b', option)).toEqual(sealed)
    const { partId } = await doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    expect(partId).toBe(`${prefix}-a`)
    const move = { page: `${prefix}-b-radio`, partId: `${prefix}-b` }
    await doCall(server, calls.partKey, { body: { formRunGuid, ...move } }, token)
    expect((await save(sitting, 'b', 'right')).status).toBe(200)
    expect((await refusedSave(sitting, 'b', 'none')).code).toBe('INVALID_ANSWER')
  })

  test('is still refused after the completion if its part was never opened', async () => {
    const sitting = await begin()
    const { formRunGuid, prefix, token } = sitting
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 1, timeOver: false } }, token)
    for (const option of ['right', 'none']) expect(await refusedSave(sitting, 'b', option)).toEqual(sealed)
    const body = { formRunGuid, questionId: `${prefix}-b-radio`, requestId: randomUUID() }
    expect(refusalIn(await tryCall(server, calls.attemptQuestion, { body }, token)).code).toBe('PART_SEALED')
  })

  test('takes answers after the database was set back, since its key may have been given', async () => {
    const sitting = await begin()
    expect(await refusedSave(sitting, 'b', 'right')).toEqual(sealed)
    pass(1000)
    const last = await server.db.kysely
      .selectFrom('server_generation')
      .selectAll()
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    const next = {
      ...last,
      number: last.number + 1,
      generation: randomUUID(),
      because: 'beats-lost' as const,
      since_at: clock.nowMs(),
    }
    await server.db.kysely.insertInto('server_generation').values(next).execute()
    expect((await save(sitting, 'b', 'right')).status).toBe(200)
  })

  test('hides whether a file of a given name exists', async () => {
    const { world, token } = await begin()
    const { text } = await tryCall(server, calls.examJson, { query: world.entry }, token)
    const { resourceToken } = JSON.parse(text)
    const file = (path: string) =>
      tryCall(server, calls.resource, {
        params: { examGuid: world.entry.examGuid, version: world.entry.versionNumber, '*': path },
        query: { orgID: world.orgId, token: resourceToken },
      })
    const there = await file('pictures/a tree.svg')
    expect(refusalIn(there).code).toBe('PART_SEALED')
    expect((await file('pictures/a bush.svg')).text).toBe(there.text)
  })
})
