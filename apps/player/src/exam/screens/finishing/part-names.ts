import type { Finishing } from '@sitwell/exam/parts/finishing'
import type { MessageId } from '@sitwell/i18n/message-ids'
import type { Player } from '../../../context/player.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** What the texts of finishing are filled with (spec 3 §2). */
export interface PartNames {
  readonly exam: string
  readonly part: string
  readonly nextPart: string
  // Boundary: the catalogue takes any values.
  readonly [name: string]: string
}

/** The part to which a finish leads; undefined where answers decide which one that is. */
export const knownNext = ({ content }: Pick<LoadedExam, 'content'>, finishing: Finishing): string | undefined => {
  if (finishing.kind !== 'part') return undefined
  const { nextPartId } = finishing
  const hangs = content.sealedParts?.some(({ partId, hangsOnAnswers }) => hangsOnAnswers && partId === nextPartId)
  return hangs ? undefined : nextPartId
}

/**
 * The names of the exam, of the part that is finished and of the next one; in other words where a part has none to show, and where answers decide
 * which one comes next.
 */
export const partNames = (
  exam: Pick<LoadedExam, 'content' | 'sections'>,
  finishing: Finishing,
  text: Player['text'],
  isHidden: boolean,
): PartNames => {
  const nameOf = (id: string | undefined, without: MessageId) => {
    const name = isHidden || id === undefined ? '' : (exam.sections.get(id)?.name ?? '')
    return name.trim() === '' ? text(without) : name
  }
  const part = finishing.kind === 'part' ? finishing : undefined
  return {
    exam: exam.content.examName,
    part: nameOf(part?.partId, 'exam.thisPart'),
    nextPart: nameOf(knownNext(exam, finishing), 'exam.nextPart'),
  }
}
