import type { RuleState } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Form, Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import { useLeaveGuard } from '../people/use-leave-guard.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { RuleField } from './rule-field.tsx'
import { holdsNow, isChanged, valueText } from './rule-values.ts'
import styles from './rules.module.css'
import { useSettingsText } from './settings-text.ts'
import { useEditInPlace } from './use-edit-in-place.ts'
import { useRuleChange } from './use-rule-change.ts'

interface RuleProps {
  readonly rule: RuleState
  onSaved(rule: RuleState): void
}

/** Where a rule stands by now, if somebody else changed it while the form was open. */
const Meanwhile = ({ base }: { readonly base: RuleState }) => {
  const { language } = useOffice()
  const text = useSettingsText()
  return (
    <div className={styles.meanwhile}>
      <p>{text('settings.meanwhile')}</p>
      <p className={styles.value}>{text('settings.now', { value: valueText(base, holdsNow(base), text, language.code) })}</p>
    </div>
  )
}

const EditRule = ({ rule, onSaved, onCancel }: RuleProps & { onCancel(): void }) => {
  const text = useSettingsText()
  const change = useRuleChange(rule, onSaved)
  const guard = useLeaveGuard(change.hasTyped)
  return (
    <>
      <Form
        label={text('settings.changeOf', { name: text(`rule.${rule.key}`) })}
        errors={change.error === undefined ? {} : { value: change.error }}
        problem={change.problem}
        submit={text('settings.save')}
        isPending={change.isPending}
        onSubmit={() => void change.save()}
        onCancel={onCancel}
      >
        {/* There from the start, so that what comes into it is announced. */}
        <div role="status">{change.hasMeanwhile && <Meanwhile base={change.base} />}</div>
        <RuleField rule={rule} value={change.value} onValue={change.setValue} error={change.error} />
      </Form>
      {guard}
    </>
  )
}

/** Lets the default hold again, at once: what was set is in the log. */
const ToDefault = ({ rule, onSaved }: RuleProps) => {
  const text = useSettingsText()
  const { isPending, problem, toDefault, hasMeanwhile, base } = useRuleChange(rule, onSaved)
  return (
    <>
      <Button
        className={density.press}
        aria-label={text('settings.toDefaultOf', { name: text(`rule.${rule.key}`) })}
        isPending={isPending}
        onPress={() => void toDefault()}
      >
        {text('settings.toDefault')}
      </Button>
      {(problem !== undefined || hasMeanwhile) && (
        <div className={styles.whole}>
          {hasMeanwhile && <Meanwhile base={base} />}
          {problem !== undefined && <Problem>{problem}</Problem>}
        </div>
      )}
    </>
  )
}

const Facts = ({ rule }: { readonly rule: RuleState }) => {
  const { language } = useOffice()
  const text = useSettingsText()
  const moment = useMomentText()
  const { unread, usual, changed } = rule
  return (
    <>
      <p className={styles.value} dir="auto">
        {valueText(rule, holdsNow(rule), text, language.code)}
      </p>
      {unread !== undefined && <p className={styles.error}>{text('settings.unread', { value: unread })}</p>}
      <p className={styles.small}>
        {isChanged(rule)
          ? text('settings.default', { value: valueText(rule, usual, text, language.code) })
          : text('settings.isDefault')}
      </p>
      {changed !== undefined && (
        <p className={styles.small}>{text('settings.changed', { name: changed.by, time: moment(changed.at) })}</p>
      )}
    </>
  )
}

/** One rule: what it is about, what holds, and a form to change it, in its place. */
export const RuleRow = ({ rule, onSaved }: RuleProps) => {
  const text = useSettingsText()
  const { isEditing, opener, open, close } = useEditInPlace()
  const saved = (one: RuleState) => {
    onSaved(one)
    close()
  }
  const title = text(`rule.${rule.key}`)
  return (
    <li className={styles.rule} data-rule={rule.key} data-changed={isChanged(rule) || undefined}>
      <div className={styles.about}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.help}>{text(`rule.${rule.key}.help`)}</p>
        <p className={styles.name} dir="ltr">
          {rule.name}
        </p>
      </div>
      <div className={styles.state}>
        {isEditing ? (
          <EditRule rule={rule} onSaved={saved} onCancel={close} />
        ) : (
          <>
            <Facts rule={rule} />
            {rule.fixed === undefined ? (
              <div className={styles.acts}>
                <Button
                  ref={opener}
                  className={density.press}
                  aria-label={text('settings.changeOf', { name: title })}
                  onPress={open}
                >
                  {text('settings.change')}
                </Button>
                {isChanged(rule) && <ToDefault key={rule.version} rule={rule} onSaved={saved} />}
              </div>
            ) : (
              rule.fixed !== 'reader' && <p className={styles.small}>{text(`settings.fixed.${rule.fixed}`)}</p>
            )}
          </>
        )}
      </div>
    </li>
  )
}
