import { memo, useCallback, useId, useRef } from 'react'
import { ScrollBox } from '../option/scroll-box.tsx'
import type { PanelProps } from '../panel-props.ts'
import { fieldProps } from '../typing/field-props.ts'
import { TypedField } from '../typing/typed-field.tsx'
import { TypingArea } from '../typing/typing-area.tsx'
import styles from './panel.module.css'
import { type TableAnswer, type TableQuestion, withCell } from './rules.ts'

/** Most characters of one cell: a paragraph. */
const mostCharacters = 2000

/** A table with headers for its rows and columns; a wide one scrolls in its own box. */
const TablePanel = (props: PanelProps<TableQuestion, TableAnswer>) => {
  const { question, answer, onChange, disabled, labelledBy, renderHtml, text, onTextFocus } = props
  const id = useId()
  const latest = useRef({ answer, onChange })
  latest.current = { answer, onChange }
  const changeCell = useCallback(
    (row: number, column: number, typed: string) =>
      latest.current.onChange(withCell(latest.current.answer, row, column, typed)),
    [],
  )
  return (
    <div className={styles.panel}>
      <TypingArea text={text} onTextFocus={onTextFocus}>
        <ScrollBox className={styles.scroll} text={text}>
          <table className={styles.table} aria-labelledby={labelledBy}>
            <thead>
              <tr>
                <td className={styles.corner} />
                {question.columns.map((column, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: its place is its name: none ever changes places
                  <th key={index} id={`${id}-c${index}`} scope="col">
                    {renderHtml(column.text)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {question.rows.map((row, rowIndex) => (
                <tr key={row.id}>
                  <th id={`${id}-r${rowIndex}`} scope="row">
                    {renderHtml(row.text)}
                  </th>
                  {question.columns.map((_, column) => {
                    const given = row.cells[column]
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: its place is its name: none ever changes places
                      <td key={column} className={given ? styles.given : styles.cell}>
                        {given ? (
                          renderHtml(given.text)
                        ) : (
                          <Cell
                            row={rowIndex}
                            column={column}
                            labelledBy={`${id}-r${rowIndex} ${id}-c${column}`}
                            value={answer.rows[rowIndex]?.[column] ?? ''}
                            disabled={disabled}
                            onChange={changeCell}
                          />
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </TypingArea>
      {question.showAnswerInputField && (
        <TypedField
          disabled={disabled}
          labelledBy={labelledBy}
          text={text}
          onTextFocus={onTextFocus}
          name={question.answerLabel === '' ? text('question.writeHere') : question.answerLabel}
          lines={question.noOfAnswerLines}
          value={answer.box}
          onChange={(box) => onChange({ ...answer, box })}
          showWordCount={false}
        />
      )}
    </div>
  )
}
export default TablePanel

/** A cell that is typed. A table has hundreds, and a key in one of them doesn't draw the others again. */
const Cell = memo(
  ({
    row,
    column,
    labelledBy,
    value,
    disabled,
    onChange,
  }: {
    readonly row: number
    readonly column: number
    readonly labelledBy: string
    readonly value: string
    readonly disabled: boolean
    onChange(row: number, column: number, typed: string): void
  }) => (
    <input
      {...fieldProps}
      type="text"
      className={styles.field}
      aria-labelledby={labelledBy}
      maxLength={mostCharacters}
      value={value}
      readOnly={disabled}
      aria-disabled={disabled || undefined}
      onChange={(event) => onChange(row, column, event.target.value)}
    />
  ),
)
