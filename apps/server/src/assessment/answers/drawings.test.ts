import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, gridSeparators } from '@sitwell/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { commandPerson } from '../../commands/person.ts'
import { writeReplay } from '../../commands/replay.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, sitExam, tryCall, type World } from '../../testing/test-world.ts'

const sketch = {
  kind: 'drawing',
  id: 'way',
  label: 'Your way',
  src: 'resources/map.png',
  alt: 'A map',
  width: 200,
  height: 100,
}
const drawing = (marks: readonly unknown[], said = '', size = { w: 200, h: 100 }) => JSON.stringify({ ...size, marks, said })
/** A form's answer with this drawing, as any client may send it. */
const answerOf = (held: string) => ({
  answerText: ['', `way${gridSeparators.value}${held}`, '', ''].join(gridSeparators.segment),
  options: [],
})
const hostile = '</text><script>alert(1)</script>'
const good = drawing(
  [
    ['s', 'b', 2, 10, 10, 20, 20.5],
    ['t', 'k', 5, 50, hostile],
  ],
  'From <b>here</b>',
)

describe.each(oneDatabase)('a drawing on %s', (database) => {
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  let folder: string

  beforeAll(async () => {
    server = await startTestServer({ database })
    folder = await mkdtemp(join(tmpdir(), 'sitwell-drawings-'))
    const questions = [{ type: 'QGRID', id: 'o1-q1', text: 'Draw.', marks: 2, rows: [{ cells: [{ components: [sketch] }] }] }]
    const sections = [{ id: 'o1-section', name: 'All', questions }]
    world = await arrange(server, {
      exam: examOf('o1', { sections: sections as unknown as ReturnType<typeof examOf>['sections'] }),
    })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })
  const save = (sequence: number, held: string) =>
    tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence, ...answerOf(held) }) }, token)
  const held = async () => {
    const { questions } = await doCall(server, calls.examJson, { query: world.entry }, token)
    return questions[0]?.serverAnswer?.answerText
  }

  test.each([
    ['no drawing', 'not JSON'],
    ['markup', '<svg onload="alert(1)"/>'],
    ['JSON of something else', '{"a":1}'],
    ['a point outside of the picture', drawing([['s', 'b', 2, 200.1, 10]])],
    ['a number that is none', drawing([['s', 'b', 2, null, 10]])],
    ['another picture’s size', drawing([['s', 'b', 2, 10, 10]], '', { w: 2000, h: 100 })],
    ['too many marks', drawing(Array.from({ length: 1001 }, () => ['s', 'b', 2, 1, 1]))],
    ['a long text', drawing([['t', 'b', 1, 1, 'x'.repeat(201)]])],
    ['a long description', drawing([], 'x'.repeat(2001))],
    ['more than is described', '{"w":200,"h":100,"marks":[],"said":"x","html":"<b>"}'],
  ])('that is %s is refused as every answer that doesn’t fit, and nothing of it is kept', async (_, value) => {
    const before = await held()
    expect(refusalIn(await save(1, value))).toMatchObject({
      ...{ status: 422, code: 'INVALID_ANSWER' },
      details: [{ path: 'body.answerText', message: expect.stringContaining('"way"') }],
    })
    expect(await held()).toBe(before)
  })

  // QGRID-202
  test('is kept as it was sent, waits for a person, and stands as a picture in the replay and in what its person is handed out', async () => {
    expect(await save(2, good)).toMatchObject({ status: 200 })
    expect(await held()).toBe(answerOf(good).answerText)

    const path = join(folder, 'replay.html')
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    expect(await writeReplay(server.db, { orgId: 1, formRunGuid, out: path, timeZone: undefined })).toBe(0)
    const page = await readFile(path, 'utf8')
    expect(page).toContain('<path d="M10 10L20 20.5" stroke="#0b5cad"')
    expect(page).toContain('&lt;/text&gt;&lt;script&gt;')
    expect(page).not.toContain('<script')
    expect(page).toContain('From &lt;b&gt;here&lt;/b&gt;')
    expect(page).toContain('(drawn, see below)')

    const to = join(folder, 'person')
    expect(await commandPerson(server.db, 'export', { orgId: 1, username: 'learner', folder: to })).toBe(0)
    const files = await readdir(to)
    expect(files.sort()).toEqual(['drawing-1-o1-q1.svg', 'person.json'])
    const svg = await readFile(join(to, 'drawing-1-o1-q1.svg'), 'utf8')
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 200 100"/)
    expect(svg).not.toContain('<script')
  })
})
