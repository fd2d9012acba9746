import { Choice } from '@sitwell/office-ui/choice.tsx'
import { Form } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import {
  keyOf,
  keyProblem,
  type OwnKeys,
  type Shortcut,
  type ShortcutId,
  shortcuts,
} from '@sitwell/office-ui/shortcut-registry.ts'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { Fragment, useState } from 'react'
import styles from '../own/own.module.css'
import { useSettingsText } from '../settings/settings-text.ts'
import { OfficePage } from '../shell/office-page.tsx'
import { useOwnShortcuts } from './own-shortcuts.tsx'

/** Its usual key, one of the person's own, or none. */
const ways = ['usual', 'own', 'off'] as const
type Way = (typeof ways)[number]

interface Chosen {
  readonly way: Way
  readonly key: string
}
type AllChosen = Readonly<Record<ShortcutId, Chosen>>

const chosenOf = (own: OwnKeys, id: ShortcutId): Chosen => {
  const key = own[id]
  if (key === null) return { way: 'off', key: '' }
  return key === undefined ? { way: 'usual', key: '' } : { way: 'own', key }
}

const allChosen = (own: OwnKeys): AllChosen => {
  const of = (id: ShortcutId) => chosenOf(own, id)
  return { search: of('search'), markPoints: of('markPoints'), markFlag: of('markFlag'), markCannot: of('markCannot') }
}

/** Digits are points: no other key can take their place. */
const waysOf = ({ isDigits = false }: Shortcut): readonly Way[] => ways.filter((way) => way !== 'own' || !isDigits)

const keysOf = (chosen: AllChosen): OwnKeys =>
  Object.fromEntries(
    shortcuts.flatMap(({ id }): [string, string | null][] => {
      const { way, key } = chosen[id]
      if (way === 'usual') return []
      return [[id, way === 'off' ? null : key.trim()]]
    }),
  )

/** The single-key shortcuts of the office: each can have another key, or none (WCAG 2.1.4). */
const MyShortcutsPage = () => {
  const text = useSettingsText()
  const { keys, choose } = useOwnShortcuts()
  const [chosen, setChosen] = useState<AllChosen>(() => allChosen(keys))
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [notice, setNotice] = useState<string>()
  const save = () => {
    const next = keysOf(chosen)
    const problems = shortcuts.map((one) => {
      const key = keyOf(one, next)
      const problem = key === undefined ? undefined : keyProblem(key, one, next)
      return [one.id, problem === undefined ? undefined : text(`shortcuts.error.${problem}`)] as const
    })
    setErrors(Object.fromEntries(problems))
    if (problems.some(([, problem]) => problem !== undefined)) return setNotice(undefined)
    setNotice(text(choose(next) ? 'shortcuts.saved' : 'shortcuts.savedForNow'))
  }
  const change = (id: ShortcutId, part: Partial<Chosen>) => setChosen((all) => ({ ...all, [id]: { ...all[id], ...part } }))
  return (
    <OfficePage title={text('office.myShortcuts')}>
      <div className={styles.part}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
        <p>{text('shortcuts.about')}</p>
        <Form label={text('office.myShortcuts')} errors={errors} submit={text('shortcuts.save')} onSubmit={save}>
          {shortcuts.map(({ id, usual, ...more }) => (
            <Fragment key={id}>
              <Choice
                label={text(`shortcuts.does.${id}`)}
                help={text(`shortcuts.help.${id}`)}
                options={waysOf({ id, usual, ...more }).map((way) => ({
                  id: way,
                  title: text(`shortcuts.way.${way}`, { key: usual }),
                }))}
                value={chosen[id].way}
                onChange={(way) => change(id, { way: ways.find((one) => one === way) ?? 'usual' })}
              />
              {chosen[id].way === 'own' && (
                <TextInput
                  label={text('shortcuts.key', { name: text(`shortcuts.does.${id}`) })}
                  help={text('shortcuts.keyHelp')}
                  error={errors[id]}
                  isRequired
                  isLiteral
                  maxLength={10}
                  value={chosen[id].key}
                  onChange={(key) => change(id, { key })}
                />
              )}
            </Fragment>
          ))}
        </Form>
      </div>
    </OfficePage>
  )
}

export default MyShortcutsPage
