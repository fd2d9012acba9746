import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, examOf, saveOf, sitExam } from '../testing/test-world.ts'
import { exportRecording, playRecording } from './recordings.ts'

const at = (second: number) => `2026-11-21T09:00:0${second}.000Z`
const birch = { answerText: 'Birch', options: [{ optionID: 'b', optionText: 'Birch' }] }
const activities = [
  { id: at(0), type: 6, value: '' },
  { id: at(1), type: 0, value: { questionId: 'o1-q1', value: { a: 'Ash' } } },
  { id: at(2), type: 0, value: { questionId: 'o1-q1', value: { b: 'Birch' } } },
  { id: at(3), type: 1, value: { questionId: 'o1-q1', ...birch } },
  { id: at(4), type: 4, value: 'o1-q3' },
  { id: at(5), type: 0, value: { questionId: 'o1-q3', value: 'Because | it is, \n"so"' } },
  { id: at(6), type: 2, value: { questionId: 'o1-q3', value: 'a note' } },
  { id: at(7), type: 7, value: '' },
]

let folder: string
const output = { out: '', error: '' }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-recordings-'))
  await mkdir(join(folder, 'trees'))
  await writeFile(join(folder, 'trees', 'exam.json'), JSON.stringify(examOf('o1')))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  Object.assign(output, { out: '', error: '' })
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    output.out += line
  })
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    output.error += line
  })
})
afterEach(() => void vi.restoreAllMocks())

const write = async (content: unknown) => {
  const path = join(folder, 'recording.json')
  await writeFile(path, JSON.stringify(content))
  return path
}

describeOnEach(oneDatabase, 'recordings on %s', {}, ({ server }) => {
  let formRunGuid: string
  beforeAll(async () => {
    const world = await arrange(server, { orgId: 1 })
    const sitting = await sitExam(server, world)
    formRunGuid = sitting.formRunGuid
    const call = { params: { formRunGuid }, body: { formRunGuid, activities: activities.toReversed() } }
    await doCall(server, calls.activityLog, call, sitting.token)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 1 }) }, sitting.token)
    const elsewhere = { questionVersionId: 'o1-q3', answerText: 'Written on another device', options: [], sequence: 2 }
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, elsewhere) }, sitting.token)
  })

  // REC-301 REC-302 ENT-333
  test('a recording is played back against an exam package, to its last answers', async () => {
    const file = await write({ formRunGuid: 'elsewhere', activities })
    expect(await playRecording(server.db, 1, file, join(folder, 'trees'))).toBe(0)
    expect(JSON.parse(output.out)).toEqual({
      finished: true,
      lastQuestion: 'o1-q3',
      answers: [
        { number: 1, questionId: 'o1-q1', type: 'RADIO', ...birch, saved: true },
        {
          ...{ number: 3, questionId: 'o1-q3', type: 'QUESTIONLTEXT', answerText: 'Because | it is, \n"so"', options: [] },
          ...{ workings: 'a note', saved: false },
        },
      ],
      problems: [],
    })
  })

  // REC-301 REC-302 ENT-333
  test('the recording of a form run is printed in the order of its moments, and played back beside what the server holds', async () => {
    expect(await exportRecording(server.db, 1, formRunGuid)).toBe(0)
    const printed = JSON.parse(output.out)
    expect(printed).toEqual({ formRunGuid, activities })
    output.out = ''
    expect(await playRecording(server.db, 1, await write(printed), undefined)).toBe(0)
    expect(JSON.parse(output.out).answers).toMatchObject([
      { questionId: 'o1-q1', answerText: 'Birch', asOnServer: true },
      { questionId: 'o1-q3', answerText: 'Because | it is, \n"so"', asOnServer: false },
    ])
  })

  test('another organisation’s form run is none', async () => {
    expect(await exportRecording(server.db, 2, formRunGuid)).toBe(1)
    expect(await playRecording(server.db, 2, await write({ formRunGuid, activities }), undefined)).toBe(1)
    expect(output).toEqual({ out: '', error: expect.stringContaining(`Organisation 2 has no form run ${formRunGuid}`) })
  })

  test('what is no recording is refused with its place, and what makes no sense in one is told', async () => {
    const bad = { formRunGuid: 'x', activities: [{ id: 'now', type: 0, value: '' }] }
    expect(await playRecording(server.db, 1, await write(bad), undefined)).toBe(1)
    expect(output).toEqual({ out: '', error: expect.stringContaining('activities.0.id') })
    const odd = { id: at(8), type: 0, value: { questionId: 'o1-q9', value: 'x' } }
    const file = await write({ formRunGuid: 'x', activities: [...activities, odd] })
    expect(await playRecording(server.db, 1, file, join(folder, 'trees'))).toBe(1)
    expect(JSON.parse(output.out)).toMatchObject({ answers: [{}, {}], problems: [{ id: at(8) }] })
  })
})
