import { type DeliveryResults, resultOutcomes } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useOffice } from '../../office-context.tsx'
import { useIsNarrow } from '../../shell/use-is-narrow.ts'
import { setText } from '../result-text.ts'
import styles from '../results.module.css'
import { orderById, orderId, orders, type peopleFields, type ResultView, resultViews } from './people-list.ts'

type Values = QueryValues<typeof peopleFields>

/** The views that say something here, with how many people each has, if that is known. */
const viewsOf = (results: DeliveryResults, { set, show }: Values) => {
  const of = results.sets.find((one) => String(one.set) === set)
  const { people, outcomes } = of ?? results
  const views: readonly { readonly id: ResultView; readonly count?: number }[] = [
    { id: 'all', count: people },
    ...resultOutcomes.map((id) => ({ id, count: outcomes[id] })),
    ...(of
      ? []
      : ([
          { id: 'withheld', count: results.withheld },
          { id: 'waiting', count: results.waiting.people },
        ] as const)),
    ...(results.sets.length > 0 ? ([{ id: 'differs' }] as const) : []),
    ...(of?.released ? ([{ id: 'seen', count: of.released.seen }, { id: 'unseen' }] as const) : []),
  ]
  // Outcomes that nobody has would fill a line with zeros.
  return views.filter(({ id, count }) => id === show || id === 'all' || id === 'sat' || count !== 0)
}

/** Above the list: whose results show, by outcome, grade and set; all of which the address holds. */
export const PeopleFilters = ({
  results,
  values,
  grades,
  change,
}: {
  readonly results: DeliveryResults
  readonly values: Values
  readonly grades: readonly string[]
  change(part: Partial<Values>, options?: { readonly replace?: boolean }): Promise<boolean>
}) => {
  const { text, language } = useOffice()
  const { set, show, grade, search, sort, descending } = values
  const label = (id: ResultView) =>
    id === 'all' || id === 'withheld' || id === 'waiting' || id === 'differs' || id === 'seen' || id === 'unseen'
      ? text(`results.show.${id}`)
      : text(`results.outcome.${id}`)
  const isNarrow = useIsNarrow()
  const views = viewsOf(results, values).map(({ id, count }) => ({ id, label: label(id), count }))
  const choose = (id: string) => void change({ show: resultViews.find((one) => one === id) ?? 'all' }, { replace: false })
  return (
    <div className={styles.bar}>
      <FilterBar
        views={isNarrow ? [] : views}
        view={show}
        onView={choose}
        search={{
          ...{ label: text('results.findPeople'), value: search, shortcut: '/' },
          onSearch: (typed) => void change({ search: typed }),
        }}
      >
        <div className={styles.choices}>
          {isNarrow && (
            <Select
              label={text('results.filter')}
              value={show}
              options={views.map(({ id, label: title, count }) => ({
                id,
                title:
                  count === undefined
                    ? title
                    : text('results.counted', { what: title, count: count.toLocaleString(language.code) }),
              }))}
              onChange={choose}
            />
          )}
          {results.sets.length > 0 && (
            <Select
              label={text('results.show')}
              value={set}
              options={[
                { id: '', title: text('results.now') },
                ...results.sets.map((one) => ({ id: String(one.set), title: setText(one, text) })),
              ]}
              onChange={(id) => void change({ set: id, show: 'all', grade: '' }, { replace: false })}
            />
          )}
          {(grades.length > 0 || grade !== '') && (
            <Select
              label={text('results.grade')}
              value={grade}
              options={[
                { id: '', title: text('results.anyGrade') },
                ...[...new Set([...grades, ...(grade === '' ? [] : [grade])])].map((one) => ({ id: one, title: one })),
              ]}
              onChange={(id) => void change({ grade: id }, { replace: false })}
            />
          )}
          <div className={styles.order}>
            <Select
              label={text('results.order')}
              options={orders.map((id) => ({ id, title: text(`results.order.${id}`) }))}
              value={orderId(sort, descending)}
              onChange={(id) => void change(orderById(id))}
            />
          </div>
        </div>
      </FilterBar>
    </div>
  )
}
