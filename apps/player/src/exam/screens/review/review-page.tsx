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

const icons: Record<ReviewState | 'bookmarked' | 'unsent', IconName> = {
  answered: 'check',
  unanswered: 'circle',
  unseen: 'circleDashed',
  read: 'document',
  bookmarked: 'bookmarkFilled',
  unsent: 'cloudOff',
}

const filterNames: Record<ReviewFilter, MessageId> = {
  all: 'review.all',
  unanswered: 'review.unanswered',
  unseen: 'review.unseen',
  bookmarked: 'review.bookmarked',
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
  const offered = reviewFilters.filter((filter) => filter === 'all' || counts[filter] > 0)
  // What was looked at may have been answered since.
  const filter = counts[wished] > 0 ? wished : 'all'
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
    },
    { icon: icons.unanswered, name: text('review.unanswered'), count: counts.unanswered },
    { icon: icons.unseen, name: text('review.unseen'), count: counts.unseen },
    { icon: icons.bookmarked, name: text('review.bookmarked'), count: counts.bookmarked },
    { icon: icons.unsent, name: text('review.unsent'), count: unsent },
  ].filter(({ count }, at) => at < 2 || count > 0)

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
