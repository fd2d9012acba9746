import { randomUUID } from 'node:crypto'
import { complete, saveAnswer, schedules, start } from '@sitwell/contract'
import { exam, longText, type OrganisationSpec, organisation, person, type World } from '../../e2e/arrange.ts'
import { signInByCalls, valueFrom } from '../../e2e/session-of.ts'

/** Sign-in names. Those who wrote have handed an essay in; those who sit have an exam of an hour open. */
export const writers = ['ann', 'bob', 'cas', 'dov', 'eve', 'fay'] as const
export const sitters = ['gil', 'hal', 'ida', 'jon', 'kim'] as const
export const markers = ['mara', 'noel'] as const
export const invigilator = 'ines'

/** An organisation with an essay to mark, an exam to watch, and the staff for both. */
export const staffOrganisation = (): OrganisationSpec =>
  organisation({
    settings: { OfficeSecondStep: 'off', AllowRemotePause: '1' },
    exams: [
      exam({ name: 'Trees', questions: [longText('Why do leaves fall?', { marks: 6 })] }),
      exam({ name: 'Hygiene', settings: { examTime: 3600 }, questions: [longText('Why do we wash?', { marks: 1 })] }),
    ],
    people: [
      ...[...writers, ...sitters].map((username) => person({ username, firstName: username, lastName: 'Learner' })),
      ...markers.map((username) => person({ username, firstName: username, lastName: 'Marker', roles: ['marker'] })),
      person({ username: invigilator, firstName: 'Ines', lastName: 'Vidal', roles: ['owner'] }),
    ],
    schedules: [...writers.map((username) => ({ username, exam: 0 })), ...sitters.map((username) => ({ username, exam: 1 }))],
  })

/** A learner with their only exam begun, and what they do in it by the calls of the player. */
export const beginSitting = async (world: World, username: string) => {
  const who = world.people.find((one) => one.username === username)
  const scheduled = world.schedules.find((one) => one.username === username)
  const questionId = world.exams.find(({ examGuid }) => examGuid === scheduled?.examGuid)?.questionIds[0]
  if (!who || !scheduled || !questionId) throw new Error(`${username} has nothing to sit.`)
  const { api, session } = await signInByCalls(world, who)
  const userGuid = session.user.guid
  const [listed] = valueFrom(await api.call(schedules, { query: { userGuid } }))
  if (!listed) throw new Error(`Nothing is scheduled for ${username}.`)
  const { guid: scheduleGuid, scheduleType, examTypeGuid: examObjectTypeGuid, version: versionNumber, examGuid } = listed
  const query = { userGuid, scheduleGuid, scheduleType, examGuid, examObjectTypeGuid, versionNumber }
  const { formRunGUID: formRunGuid } = valueFrom(await api.call(start, { query }))
  const run = { formRunGuid, timeRemaining: 3000, elapsedTime: 60, writerId: randomUUID() }
  let sequence = 0
  return {
    ...{ username, scheduleGuid, formRunGuid },
    /** Whether the server took it. */
    write: async (answerText: string): Promise<boolean> => {
      sequence += 1
      const of = { questionNumber: 1, questionVersionId: questionId, questionVersionNumber: 1, objectID: 1, page: questionId }
      const body = { ...run, ...of, answerText, options: [], workings: '', sequence, requestId: randomUUID() }
      return (await api.call(saveAnswer, { body }, { attempts: 1 })).ok
    },
    handIn: async () => {
      valueFrom(await api.call(complete, { body: { ...run, requestId: randomUUID(), sequences: [sequence] } }))
    },
  }
}
