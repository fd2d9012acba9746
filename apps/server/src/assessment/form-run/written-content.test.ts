import { gunzipSync } from 'node:zlib'
import { calls, type ExamContentInput, examContent } from '@sitwell/contract'
import { beforeAll, expect, test } from 'vitest'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, personOf, saveOf, signIn, type World } from '../../testing/test-world.ts'
import { layOutExam } from './lay-out-exam.ts'
import { writeLayoutOnce, writeOnce, writtenContent } from './written-content.ts'

/** What an exam's content is made of, with more in it than the contract names. */
const contentWith = ({ questions, mappings }: Pick<ReturnType<typeof layOutExam>, 'questions' | 'mappings'>) => {
  const resources = [{ url: 'resource/a%20b', mediaType: 'image/png', name: 'a b', bytes: 'SECRET' }]
  const named: ExamContentInput = {
    ...{ examGuid: 'exam', examName: 'Trees', version: 1, objectID: 2, resourceUrl: 'resource/', settings: { examTime: 600 } },
    ...{ sections: [], questions, mappings: mappings.map((one) => ({ ...one, key: 'SECRET' })), resources, lastSequence: 7 },
  }
  return { ...named, key: 'SECRET' }
}

const learnersOwn = { answerText: 'Birch', options: [] }

test('is what the schema of the call makes of it, written once or anew', () => {
  const layout = layOutExam(examOf('w'))
  const content = contentWith(layout)
  const whole = JSON.parse(JSON.stringify(examContent.parse(content)))
  const anew = writtenContent(content)
  expect(anew.gzipped).toBeUndefined()
  expect(JSON.parse(anew.text)).toEqual(whole)
  expect(anew.text).not.toContain('SECRET')
  writeLayoutOnce({ questions: layout.questions, mappings: content.mappings })
  writeOnce(content.resources ?? [])
  for (const lastSequence of [7, 8]) {
    const { text, gzipped } = writtenContent({ ...content, lastSequence })
    expect(JSON.parse(text)).toEqual({ ...whole, lastSequence })
    expect(gzipped && gunzipSync(gzipped()).toString()).toBe(text)
  }
  const [first, ...others] = layout.questions
  if (!first) throw new Error('The exam has no question.')
  const own = writtenContent({ ...content, questions: [{ ...first, serverAnswer: learnersOwn }, ...others] })
  expect(own.gzipped).toBeUndefined()
  expect(JSON.parse(own.text)).toEqual({
    ...whole,
    questions: [{ ...whole.questions[0], serverAnswer: learnersOwn }, ...whole.questions.slice(1)],
  })
  // What one learner has given is nowhere in what the next one gets.
  expect(JSON.parse(writtenContent(content).text)).toEqual(whole)
})

describeOnEach(oneDatabase, 'the content of an exam that two learners open on %s', {}, ({ server }) => {
  let world: World
  beforeAll(async () => {
    const [one, other] = [personOf('o1', 'learner', 1), personOf('o1', 'other', 2)]
    const schedules = [one, other].map(({ username }) => ({ guid: `o1-${username}`, username, exam: 'o1-exam' }))
    world = await arrange(server, { file: { people: [one, other], schedules } })
  })

  const sit = async (username: string) => {
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world, username)
    const query = { ...world.entry, userGuid, scheduleGuid: `o1-${username}` }
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
    const open = async (accepted: string) => {
      const asked = new URL('/assessment/api/assessment/exam/json', server.origin)
      for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, String(value))
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accepted }
      const reply = await fetch(asked, { headers })
      return {
        encoding: reply.headers.get('content-encoding'),
        varies: reply.headers.get('vary'),
        content: examContent.parse(await reply.json()),
      }
    }
    const save = () => doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    return { formRunGuid, open, save }
  }

  test('is the same in any encoding that they take, and nothing of one is in that of the other', async () => {
    const [one, other] = [await sit('learner'), await sit('other')]
    const plain = await one.open('identity')
    const compressed = await one.open('gzip, deflate, br')
    const refused = await one.open('gzip;q=0, deflate;q=0, br;q=0')
    expect([plain, compressed, refused].map(({ encoding }) => encoding)).toEqual([null, 'gzip', null])
    expect(compressed.varies).toContain('accept-encoding')
    for (const { content } of [compressed, refused]) expect(content.questions).toEqual(plain.content.questions)
    expect(compressed.content).toMatchObject({ formRunGuid: one.formRunGuid, resourceUrl: plain.content.resourceUrl })
    await one.save()
    const answered = (await one.open('gzip, br')).content.questions.map(({ serverAnswer }) => serverAnswer?.answerText)
    expect(answered).toEqual(['Birch', undefined, undefined])
    const others = (await other.open('gzip, br')).content
    expect(others.formRunGuid).toBe(other.formRunGuid)
    expect(others.questions).toEqual(plain.content.questions)
  })
})
