import { calls, gridSeparators } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { doCall, examOf, saveOf, signIn, tryCall } from '../../testing/test-world.ts'

const recording = (id: string) => ({ kind: 'recording', id, label: id, src: `resources/${id}.mp3`, most: 2 })
const form = (id: string) => ({
  type: 'QGRID',
  id,
  text: 'Hear both.',
  rows: [{ cells: [{ components: [recording('call'), recording('news')] }] }],
})
/** A form's answer of these fields, as any client may send it. */
const answerOf = (fields: Readonly<Record<string, string>>) => ({
  answerText: [
    '',
    Object.entries(fields)
      .map((one) => one.join(gridSeparators.value))
      .join(gridSeparators.entry),
    '',
    '',
  ].join(gridSeparators.segment),
  options: [],
})

const eachSits = (prefix: string) => {
  const sections = [{ id: `${prefix}-section`, name: 'All', questions: [form(`${prefix}-q1`), form(`${prefix}-q2`)] }]
  const exam = examOf(prefix, { sections: sections as unknown as ReturnType<typeof examOf>['sections'] })
  return { exam }
}

describeOnEach(bothDatabases, 'the plays of a recording on %s', { eachSits }, ({ server, world, learner }) => {
  const save = (sequence: number, fields: Readonly<Record<string, string>>) =>
    tryCall(
      server,
      calls.saveAnswer,
      { body: saveOf(world, learner.formRunGuid, { sequence, ...answerOf(fields) }) },
      learner.token,
    )
  const heard = async (of = learner.token) =>
    (await doCall(server, calls.examJson, { query: world.entry }, of)).questions.map((question) => question.heard)

  test('are reported for the question and the recording in which they were heard, and for no other', async () => {
    expect(await heard()).toEqual([undefined, undefined])
    await save(1, { call: '1@7' })
    expect(await heard()).toEqual([{ call: '1@7' }, undefined])
    await save(2, { call: '1@7', news: '1' })
    expect(await heard()).toEqual([{ call: '1@7', news: '1' }, undefined])
  })

  test('are not given back by a later save of fewer plays, of an earlier place, of none or of more than there are', async () => {
    await save(1, { call: '2@30' })
    const attempts: Record<string, string>[] = [{ call: '1' }, { call: '2@3' }, {}, { call: '3' }, { call: '0' }, { call: 'x' }]
    for (const [index, fields] of attempts.entries()) {
      await save(2 + index, fields)
      expect(await heard()).toEqual([{ call: '2@30' }, undefined])
    }
    await save(20, { call: '2' })
    await save(21, { call: '2@1' })
    expect(await heard()).toEqual([{ call: '2' }, undefined])
  })

  test('count also where their save came after a later one of another device, and on every device that opens the exam', async () => {
    await save(9, { call: '1@2' })
    expect(JSON.parse((await save(3, { call: '2' })).text)).toMatchObject({ applied: false })
    const { access_token: second } = await signIn(server, world)
    expect(await heard(second)).toEqual([{ call: '2' }, undefined])
  })
})
