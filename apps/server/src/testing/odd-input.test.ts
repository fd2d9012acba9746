import { type Call, calls, describeCall, errorReply } from '@sitwell/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { mediaTypeOf, pathOf } from '../http/register.ts'
import { bothDatabases } from './databases.ts'
import { describeOnEach } from './describe-on-each.ts'
import { arrange, personOf, send, signIn } from './test-world.ts'

/** The calls of a learner's first two minutes, and of whoever helps or attacks them. */
const entry: readonly Call[] = Object.values(calls).filter(
  ({ path, base }) => /^(security|messages|error)\//.test(path) || base !== 'api',
)

const texts = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      '%00',
      '../../etc/passwd',
      "' or 1=1 --",
      '<script>alert(1)</script>',
      '{{7*7}}',
      '__proto__',
      'constructor',
    ],
    ...[
      '\u202e\u0645\u0631\u062d\u0628\u0627',
      '\u0661\u0662\u0663\u0664\u0665\u0666',
      '\ud800',
      '123456',
      'abcdef',
      '1e999',
      '-0',
      'NaN',
      '9'.repeat(400),
    ],
    ...[
      'x'.repeat(10_000),
      '\u0633'.repeat(10_000),
      'http://[::1',
      'javascript:alert(1)',
      '//evil.example/login?red',
      'http://a/?red',
    ],
  ),
)
const values = fc.oneof(
  { weight: 6, arbitrary: texts },
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, [], {}, [[]], { $ne: 1 }, [1, 'x'], 2 ** 53, -1, 0, 1, 29),
)

const fieldsOf = (schema: unknown): string[] => {
  // What `describeCall` makes of a schema.
  const {
    properties = {},
    oneOf = [],
    anyOf = [],
  } = (schema ?? {}) as { properties?: object; oneOf?: unknown[]; anyOf?: unknown[] }
  return [...new Set([...Object.keys(properties), ...[...oneOf, ...anyOf].flatMap(fieldsOf)])]
}

/** Some of the fields with odd values, and one that nobody knows. */
const oddPart = (schema: unknown) => {
  const known = Object.fromEntries(fieldsOf(schema).map((field) => [field, values]))
  const grants = 'grant_type' in known ? { grant_type: fc.constantFrom('password', 'refresh_token', 'x') } : {}
  return fc.record({ ...known, ...grants, unknown: values }, { requiredKeys: [] })
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

describeOnEach(bothDatabases, 'odd input on %s', { config: { logLevel: 'fatal', attemptsPerMinute: 1_000_000 } }, (suite) => {
  const { server } = suite
  const tokens: (string | undefined)[] = [undefined, 'odd', '1.AAAAAAAAAAAAAAAAAAAAAAAAAAAA']

  beforeAll(async () => {
    const people = [
      personOf('o1', 'learner', 1),
      { ...personOf('o1', 'admin', 3), admin: true },
      { ...personOf('o1', 'pending', 29), admin: true, mfaRequired: true, email: 'p@mail.example' },
    ]
    await arrange(server, { file: { people, settings: { 'MFA Providers': 'email,app,textmessage' } } })
    for (const { username } of people) tokens.push((await signIn(server, { orgId: 1 }, username)).access_token)
  })

  const expectSense = (call: Call, { status, text }: { status: number; text: string }) => {
    expect(status, `${call.name}: ${text}`).toBeLessThan(500)
    if (status === 200) return
    expect(errorReply.safeParse(JSON.parse(text)).success, `${call.name}: ${text}`).toBe(true)
  }

  test.each(entry.map((call) => [call.name, call] as const))(
    '%s answers it in the one shape, and never with a bug',
    async (_, call) => {
      const { params, query, body } = describeCall(call)
      const odd = fc.record({
        params: fc.record(Object.fromEntries(fieldsOf(params).map((field) => [field, texts]))),
        query: oddPart(query),
        body: fc.oneof({ weight: 6, arbitrary: oddPart(body) }, { arbitrary: values as fc.Arbitrary<unknown>, weight: 1 }),
        token: fc.constantFrom(...tokens),
      })
      await fc.assert(
        fc.asyncProperty(odd, async (input) => {
          let path = pathOf(call)
          for (const [name, value] of Object.entries(input.params))
            path = path.replace(`:${name}`, () => encodeURIComponent(asText(value)) || '%20')
          const search = new URLSearchParams(Object.entries(input.query).map(([name, value]) => [name, asText(value)]))
          const isForm = call.encoding === 'form'
          const fields = input.body !== null && typeof input.body === 'object' ? Object.entries(input.body) : []
          const content = isForm
            ? new URLSearchParams(fields.map(([name, value]) => [name, asText(value)])).toString()
            : (JSON.stringify(input.body) ?? '')
          const answer = await send(server, `${path}?${search}`, {
            method: call.method,
            headers: {
              ...(input.token !== undefined && { authorization: `Bearer ${input.token}` }),
              ...(call.body && { 'content-type': mediaTypeOf(call) }),
            },
            ...(call.body && { body: content }),
          })
          expectSense(call, answer)
        }),
        { numRuns: 40 },
      )
    },
  )

  test('ten megabytes are refused by their size, whatever the call', async () => {
    const blob = 'x'.repeat(10 * 1024 * 1024)
    // Those of the office are refused to whatever is no page of this site; `office/office.test.ts` sends them as much.
    for (const call of entry.filter((one) => one.body && !one.office)) {
      const answer = await send(server, pathOf(call), {
        method: 'POST',
        headers: { 'content-type': mediaTypeOf(call) },
        body: call.encoding === 'form' ? `username=${blob}` : JSON.stringify({ url: blob }),
      }).catch(() => undefined)
      // A server that closes the connection while it is still being written to has refused it too.
      if (answer) expect([413, 401], call.name).toContain(answer.status)
    }
  })

  test('a password of ten thousand characters is just a wrong one, and a name in any script is just an unknown one', async () => {
    for (const [username, password] of [
      ['learner', 'x'.repeat(10_000)],
      ['learner', 'س'.repeat(10_000)],
      ['‮مرحبا 😀', 'x'],
      ['n'.repeat(1000), 'x'],
    ] as const) {
      const body = new URLSearchParams({ client_id: 'p', grant_type: 'password', orgId: '1', username, password })
      const answer = await send(server, pathOf(calls.token), { method: 'POST', body })
      expect([answer.status, errorReply.parse(JSON.parse(answer.text)).error.code]).toEqual([400, 'WRONG_CREDENTIALS'])
    }
  })
})
