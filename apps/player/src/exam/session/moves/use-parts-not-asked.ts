import type { FormRunState } from '@sitwell/contract'
import { partOf } from '@sitwell/exam/parts/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** The parts that by the server's word aren't asked. */
export const notAskedIn = ({ sections }: Pick<FormRunState, 'sections'>): string[] =>
  sections.flatMap(({ id, notAsked }) => (notAsked ? [id] : []))

/**
 * Takes parts out of the exam that its learner isn't asked, once the page's address is elsewhere: a page that the exam doesn't have is none to
 * be at.
 */
export const usePartsNotAsked = (
  { paper }: LoadedExam,
  address: string,
  onOpened: (putInto: (exam: LoadedExam) => LoadedExam) => void,
  onError: (error: unknown) => void,
): ((partIds: readonly string[]) => void) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const opened = useRef(onOpened)
  opened.current = onOpened
  const partId = partOf(paper, address)?.id
  useEffect(() => {
    if (left.size === 0 || partId === undefined || left.has(partId)) return
    setLeft(new Set())
    // Few exams need it. Without it the part stands there as one that is finished.
    import('../../content/without-parts.ts')
      .then(({ examWithoutParts }) => opened.current((exam) => examWithoutParts(exam, left)))
      .catch(onError)
  }, [left, partId, onError])
  const sections = useRef(paper.root.sections)
  sections.current = paper.root.sections
  return useCallback((partIds: readonly string[]) => {
    const stillThere = partIds.filter((part) => sections.current.some(({ id }) => id === part))
    if (stillThere.length > 0) setLeft((before) => new Set([...before, ...stillThere]))
  }, [])
}
