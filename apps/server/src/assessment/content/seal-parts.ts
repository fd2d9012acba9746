import { createCipheriv, randomBytes } from 'node:crypto'
import { type ExamContentInput, type PartContent, type Question, type Section, sealedType, sealLabel } from '@sitwell/contract'
import { isRecording } from '@sitwell/exam/media/audio'
import { questionsOf, sectionIdsOf } from '@sitwell/exam/paper/paper'
import type { Keys } from '../../keys.ts'
import { conditionalPartsOf, contentOfPart, type ExamLayout, isFileOpen, type LoadedExam } from '../form-run/index.ts'

/** Whose part. A form run is named by its schedule: the content is read before it starts, and a schedule has one. */
export interface PartPlace {
  readonly orgId: number
  readonly scheduleGuid: string
  readonly partId: string
}

/**
 * The key of a part, 32 bytes. It follows from the server's secret, so that every node has it, it outlives a restart, and a copy of
 * the database alone opens nothing.
 */
export const partKeyOf = (keys: Keys, { orgId, scheduleGuid, partId }: PartPlace): Buffer =>
  keys.secretFor(`part ${orgId} ${scheduleGuid} ${partId}`)

const nonceBytes = 12

/** AES-256-GCM as WebCrypto reads it: the nonce first, and the tag behind what is hidden. */
const sealWith = (key: Buffer, label: string, content: PartContent): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label, 'utf8'))
  const hidden = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url')
}

/** What of a section the way to it is drawn from: its name, its marks, its time and what is left of it. */
const outlineOf = (section: Section): Section => ({
  id: section.id,
  name: section.name,
  warningTime: section.warningTime,
  sectionTime: section.sectionTime,
  readingTime: section.readingTime,
  sectionTimeRemaining: section.sectionTimeRemaining,
  readingTimeRemaining: section.readingTimeRemaining,
  complete: section.complete,
  marks: section.marks,
  oneWay: section.oneWay,
  text: '',
  scenarioText: '',
  requiresWorkings: false,
  requiresCalculator: false,
  displayAllQuestions: false,
})

/** What of a question stays open: its place, what names it in a save, and what its learner has given it. */
const stubOf = (question: Question): Question => ({
  id: question.id,
  type: sealedType,
  number: question.number,
  paperPartId: question.paperPartId,
  versionId: question.versionId,
  versionNumber: question.versionNumber,
  disabled: question.disabled,
  workings: question.workings,
  bookmarked: question.bookmarked,
  ...(question.serverAnswer && { serverAnswer: question.serverAnswer }),
  ...(question.serverSequence !== undefined && { serverSequence: question.serverSequence }),
  ...(question.heard !== undefined && { heard: question.heard }),
  text: '',
  introText: '',
  marks: 0,
  dragAndDrop: false,
  requiresWorkings: false,
  requiresCalculator: false,
})

const hasRecording = (sections: readonly Section[]): boolean => sections.some(({ media }) => media && isRecording(media.url))

export interface Sealing {
  readonly keys: Keys
  readonly place: Omit<PartPlace, 'partId'>
  readonly loaded: LoadedExam
  /** As this learner sees the exam, without anything that they have given. */
  readonly layout: ExamLayout
  /** The parts whose content they may have. */
  readonly given: ReadonlySet<string>
  /** Finished, or left for good: there is nothing to open any more. */
  isClosed(partId: string): boolean
  readonly aheadMs: number
}

type Content = Omit<ExamContentInput, 'sections' | 'questions'> & Pick<ExamLayout, 'sections' | 'questions'>

/** An exam's content with every part sealed that its learner may not have yet, and without the parts that are closed to them. */
export const sealParts = (content: Content, sealing: Sealing): ExamContentInput => {
  const { keys, place, loaded, layout, given, isClosed, aheadMs } = sealing
  const held = loaded.paper.root.sections.filter(({ id }) => !given.has(id))
  const sections = new Set(held.flatMap(sectionIdsOf))
  const questions = new Set(held.flatMap(questionsOf))
  const resources = content.resources ?? []
  const conditional = conditionalPartsOf(loaded)
  const sealedParts = held
    .filter((part) => !isClosed(part.id) && questionsOf(part).length > 0)
    .map((part) => {
      const label = sealLabel(place.scheduleGuid, part.id)
      const alone = new Set([part.id])
      const files = resources.filter(({ name }) => isFileOpen(loaded, name, alone) && !isFileOpen(loaded, name, given))
      const own = contentOfPart(layout, part)
      const key = partKeyOf(keys, { ...place, partId: part.id })
      return {
        partId: part.id,
        sealed: sealWith(key, label, { ...own, resources: files }),
        ...(conditional.has(part.id) && { hangsOnAnswers: true }),
        ...(hasRecording(own.sections) && { hasRecording: true }),
      }
    })
  return {
    ...content,
    sections: content.sections.map((section) => (sections.has(section.id) ? outlineOf(section) : section)),
    questions: content.questions.map((question) => (questions.has(question.id) ? stubOf(question) : question)),
    resources: resources.filter(({ name }) => isFileOpen(loaded, name, given)),
    sealedParts,
    releaseAhead: aheadMs / 1000,
  }
}
