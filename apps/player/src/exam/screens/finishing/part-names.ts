import type { Finishing } from '@sitwell/exam/parts/finishing'
import type { MessageId } from '@sitwell/i18n/message-ids'
import type { Player } from '../../../context/player-context.tsx'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** What the texts of finishing are filled with (spec 3 §2). */
export interface PartNames {
  readonly exam: string
  readonly part: string
  readonly nextPart: string
  // Boundary: the catalogue takes any values.
  readonly [name: string]: string
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
  const isKnown = !exam.content.sealedParts?.some(({ partId, hangsOnAnswers }) => hangsOnAnswers && partId === part?.nextPartId)
  return {
    exam: exam.content.examName,
    part: nameOf(part?.partId, 'exam.thisPart'),
    nextPart: nameOf(isKnown ? part?.nextPartId : undefined, 'exam.nextPart'),
  }
}
