import { sectionMarks } from '@sitwell/exam/paper/marks'
import { bySection, matchesReview, type ReviewFilter, type ReviewState, reviewFilters } from '@sitwell/exam/paper/review'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import { useEffect, useMemo, useRef } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import styles from './review-page.module.css'
import { ReviewRow } from './review-row.tsx'
import { useReview } from './use-review.ts'

const icons: Record<ReviewState | 'bookmarked' | 'lacksFile' | 'unsent', IconName> = {
  answered: 'check',
  partly: 'circleHalf',
  unanswered: 'circle',
  unseen: 'circleDashed',
  read: 'document',
  lacksFile: 'alert',
  bookmarked: 'bookmarkFilled',
  unsent: 'cloudOff',
}

const filterNames: Record<ReviewFilter, MessageId> = {
  all: 'review.all',
  open: 'review.open',
  unanswered: 'review.unanswered',
  partly: 'review.partly',
  unseen: 'review.unseen',
  bookmarked: 'review.bookmarked',
}

const halves: readonly ReviewFilter[] = ['unanswered', 'partly']

/** Few ways to look at the questions: those without an answer and those with a part of one are shown together if there are both. */
const offeredIn = (counts: Readonly<Record<ReviewFilter, number>>): readonly ReviewFilter[] => {
  const isMixed = halves.every((half) => counts[half] > 0)
  return reviewFilters.filter((one) => {
    if (one === 'all') return true
    return counts[one] > 0 && (isMixed ? !halves.includes(one) : one !== 'open')
  })
}

/** What is shown of what was wished for, which may have been answered since. */
const shownOf = (wished: ReviewFilter, offered: readonly ReviewFilter[]): ReviewFilter => {
  if (offered.includes(wished)) return wished
  const near = wished === 'open' || halves.includes(wished) ? (['open', ...halves] as const) : []
  return near.find((one) => offered.includes(one)) ?? 'all'
}

/** What comes after the last question: how each stands, by section, and the way back to it. */
const ReviewPage = ({
  run,
  filter: wished,
  finishes,
}: {
  readonly run: ExamRun
  readonly filter: ReviewFilter
  readonly finishes: 'exam' | 'part'
}) => {
  const { text, settings } = usePlayer()
  const { exam } = run.visit
  const { questions, unsent } = useReview(run)
  const heading = useRef<HTMLHeadingElement>(null)
  const { reviewWishes } = run.moves
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each wish, also one from the review itself
  useEffect(() => {
    heading.current?.closest('main')?.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [reviewWishes])

  const counts = Object.fromEntries(
    reviewFilters.map((filter) => [filter, questions.filter((one) => matchesReview(filter, one)).length]),
  ) as Record<ReviewFilter, number> // Boundary: the keys are those of the filters.
  const offered = offeredIn(counts)
  const filter = shownOf(wished, offered)
  const sections = useMemo(
    () =>
      bySection(
        exam.paper.root,
        questions.filter((one) => matchesReview(filter, one)),
      ),
    [exam, questions, filter],
  )
  const sums = [
    {
      icon: icons.answered,
      name: text('review.answered'),
      count: questions.filter(({ state }) => state === 'answered').length,
      isAlways: true,
    },
    { icon: icons.partly, name: text('review.partly'), count: counts.partly },
    { icon: icons.unanswered, name: text('review.unanswered'), count: counts.unanswered, isAlways: true },
    { icon: icons.lacksFile, name: text('review.lackingFiles'), count: questions.filter(({ lacksFile }) => lacksFile).length },
    { icon: icons.unseen, name: text('review.unseen'), count: counts.unseen },
    { icon: icons.bookmarked, name: text('review.bookmarked'), count: counts.bookmarked },
    { icon: icons.unsent, name: text('review.unsent'), count: unsent },
  ].filter(({ count, isAlways }) => isAlways || count > 0)

  return (
    <main id="main" tabIndex={-1} className={styles.review} data-scrolls="">
      <div className={styles.content}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {text('review.title')}
        </h1>
        <p className={styles.help}>{text(finishes === 'part' ? 'review.partHelp' : 'review.help')}</p>
        <dl className={styles.sums}>
          {sums.map(({ icon, name, count }) => (
            <div key={name} className={styles.sum}>
              <dt>
                <Icon name={icon} className={styles.icon} />
                <span>{name}</span>
              </dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
        {offered.length > 1 && (
          <div role="group" aria-label={text('review.show')} className={styles.filters}>
            {offered.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === filter}
                className={styles.filter}
                onClick={() => run.moves.filterReview(one)}
              >
                <span>{text(filterNames[one])}</span> <span className={styles.count}>{counts[one]}</span>
              </button>
            ))}
          </div>
        )}
        {questions.length === 0 && <p>{text('review.none')}</p>}
        {sections.map(({ path, questions: own }) => {
          const node = path.at(-1)
          const names = path.flatMap(({ id }) => exam.sections.get(id)?.name || [])
          const hasName = names.length > 0 && !settings.hideSectionNamesInPlayer
          const marks = node
            ? sectionMarks(
                node,
                (id) => exam.sections.get(id)?.marks,
                (id) => exam.questions.get(id)?.marks ?? 0,
              )
            : 0
          return (
            <section key={node?.id ?? ''} className={styles.section}>
              {hasName && (
                <h2 className={styles.name}>
                  <bdi>{names.join(' · ')}</bdi>
                  {marks > 0 && <span className={styles.marks}>{text('exam.marks', { marks })}</span>}
                </h2>
              )}
              <ol className={styles.rows}>
                {own.map((one) => {
                  const question = exam.questions.get(one.id)
                  if (!question) return null
                  return <ReviewRow key={one.id} question={question} reviewed={one} icons={icons} onPick={run.moves.pick} />
                })}
              </ol>
            </section>
          )
        })}
      </div>
    </main>
  )
}

export default ReviewPage
