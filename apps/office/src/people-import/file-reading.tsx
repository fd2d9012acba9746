import { type DateOrder, dateOrders, type PeopleField, peopleFields } from '@sitwell/contract'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useOffice } from '../office-context.tsx'
import { fieldTitles } from './import-columns.ts'
import styles from './import-people.module.css'
import type { SentFile } from './sent-file.ts'
import type { Preview } from './use-people-import.ts'

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

const isNamed = (delimiter: string): delimiter is keyof typeof delimiterNames => delimiter in delimiterNames
const isField = (id: string): id is PeopleField => peopleFields.some((one) => one === id)
const isOrder = (id: string): id is DateOrder => dateOrders.some((one) => one === id)

/** How a file was read, and what of it can be read otherwise: what each column holds, and the order in a date. */
export const FileReading = ({
  name,
  preview,
  onChange,
}: {
  readonly name: string
  readonly preview: Preview
  onChange(change: Pick<SentFile, 'columns' | 'dateOrder'>): void
}) => {
  const { text } = useOffice()
  const { encoding, doubtfulSample, delimiter, columns, dateOrder, isDateOrderOpen, wrongColumns } = preview
  const options = [
    { id: '', title: text('import.nothing') },
    ...peopleFields.map((field) => ({ id: field, title: text(fieldTitles[field]) })),
  ]
  const hold = (at: number, id: string) =>
    onChange({ columns: columns.map(({ holds }, place) => (place === at ? (isField(id) ? id : null) : holds)), dateOrder })
  return (
    <div className={styles.reading}>
      <dl className={styles.facts}>
        <div>
          <dt>{text('import.file')}</dt>
          <dd>
            <bdi>{name}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text('import.encoding')}</dt>
          <dd>{encoding.toUpperCase()}</dd>
        </div>
        <div>
          <dt>{text('import.delimiter')}</dt>
          <dd>{isNamed(delimiter) ? text(`import.delimiter.${delimiterNames[delimiter]}`) : delimiter}</dd>
        </div>
      </dl>
      {doubtfulSample !== undefined && (
        <p className={styles.doubt}>{text('import.doubt', { encoding: encoding.toUpperCase(), sample: doubtfulSample })}</p>
      )}
      <fieldset className={styles.columns}>
        <legend>{text('import.columns')}</legend>
        <div role="alert">
          {wrongColumns !== undefined && <p className={styles.problem}>{text(`import.wrongColumns.${wrongColumns}`)}</p>}
        </div>
        <div className={styles.grid}>
          {columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            <div key={at} className={styles.column}>
              <Select
                label={
                  column.name === ''
                    ? text('import.columnUnnamed', { number: at + 1 })
                    : text('import.column', { name: column.name })
                }
                options={options}
                value={column.holds ?? ''}
                onChange={(id) => hold(at, id)}
              />
              {column.samples.length > 0 && (
                <p className={styles.samples}>{text('import.samples', { samples: column.samples.join(' · ') })}</p>
              )}
            </div>
          ))}
          {isDateOrderOpen && (
            <div className={styles.column}>
              <Select
                label={text('import.dateOrder')}
                options={dateOrders.map((id) => ({ id, title: text(`import.dateOrder.${id}`) }))}
                value={dateOrder}
                onChange={(id) => isOrder(id) && onChange({ columns: columns.map(({ holds }) => holds), dateOrder: id })}
              />
            </div>
          )}
        </div>
      </fieldset>
    </div>
  )
}
