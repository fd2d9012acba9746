import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { oneDatabase } from './databases.ts'
import { describeOnEach } from './describe-on-each.ts'
import { coursesOf, courseZip, giveCourseFrom, saveOfSco } from './test-course.ts'
import { arrange, confirmRubric, credentials, doCall, refusalIn, saveOf, tryCall } from './test-world.ts'

describeOnEach(oneDatabase, 'a learner on %s', {}, ({ server, nextOrgId }) => {
  // AUTH-153
  test('signs in by name and password, completes the exam that is scheduled, and completes the course that was given', async () => {
    const world = await arrange(server, { orgId: nextOrgId() })
    await giveCourseFrom(server, world.orgId, await courseZip({ A: '' }), ['learner'])
    expect(refusalIn(await tryCall(server, calls.token, credentials(world, 'learner', 'guess')))).toMatchObject({
      status: 400,
      code: 'WRONG_CREDENTIALS',
    })
    const { access_token: token, UserGUID: userGuid } = await doCall(server, calls.token, credentials(world, 'learner'))
    await confirmRubric(server, userGuid, token)

    const { assessments, courses } = await doCall(server, calls.work, { query: { userGuid } }, token)
    expect(assessments).toMatchObject([{ guid: world.entry.scheduleGuid, commenced: false, completed: false }])
    expect(courses).toMatchObject([{ Course_Name: 'Knots', Status: 0 }])

    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: world.entry }, token)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 1 }) }, token)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    const after = await doCall(server, calls.schedules, { query: { userGuid } }, token)
    expect(after).toMatchObject([{ guid: world.entry.scheduleGuid, commenced: true, completed: true }])

    const attemptId = courses?.[0]?.ScoAttempts[0]?.attemptId ?? 0
    const { attemptData } = await doCall(server, calls.scormData, { params: { attemptId } }, token)
    const body = saveOfSco({ 'cmi.core.lesson_status': 'completed' }, attemptData.number + 1, { ends: true })
    await doCall(server, calls.scormSave, { params: { attemptId }, body }, token)
    expect(await coursesOf(server, userGuid, token)).toMatchObject([{ Course_Name: 'Knots', Status: 2 }])
  })
})
