import { type OtherSetting, type RuleState, ruleGroups } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Section } from '../people/section.tsx'
import { RuleRow } from './rule-row.tsx'
import { isChanged, isFound } from './rule-values.ts'
import styles from './rules.module.css'
import { settingsFields, shownRules } from './settings-fields.ts'
import { useSettingsText } from './settings-text.ts'

const Others = ({ others }: { readonly others: readonly OtherSetting[] }) => {
  const text = useSettingsText()
  return (
    <Section title={text('settings.others')}>
      <dl className={styles.others}>
        {others.map(({ name, value }) => (
          <div key={name} className={styles.other}>
            <dt dir="ltr">{name}</dt>
            <dd dir="auto">{value ?? text('settings.isSet')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** Every rule by its group, with its own search: the browser's finds what is on the page, and not what a rule is called elsewhere. */
export const RulesPart = ({
  rules,
  others,
  onSaved,
}: {
  readonly rules: readonly RuleState[]
  readonly others: readonly OtherSetting[]
  onSaved(rule: RuleState): void
}) => {
  const text = useSettingsText()
  const [{ search, show }, change] = useAddressQuery(settingsFields)
  const found = rules.filter((rule) => (show === 'all' || isChanged(rule)) && isFound(rule, search.trim(), text))
  const isNarrowed = search.trim() !== '' || show !== 'all'
  return (
    <div className={styles.part}>
      <FilterBar
        views={shownRules.map((id) => ({ id, label: text(`settings.show.${id}`) }))}
        view={show}
        onView={(id) => void change({ show: shownRules.find((one) => one === id) ?? 'all' }, { replace: false })}
        search={{
          label: text('settings.search'),
          value: search,
          onSearch: (typed) => void change({ search: typed }),
          shortcut: '/',
        }}
      />
      <p role="status" className={styles.small}>
        {text('settings.found', { count: found.length })}
      </p>
      {ruleGroups.map((group) => {
        const ofGroup = found.filter((rule) => rule.group === group)
        if (ofGroup.length === 0) return null
        return (
          <Section key={group} title={text(`settings.group.${group}`)}>
            <ul className={styles.rules}>
              {ofGroup.map((rule) => (
                <RuleRow key={rule.key} rule={rule} onSaved={onSaved} />
              ))}
            </ul>
          </Section>
        )
      })}
      {found.length === 0 && (
        <div className={styles.empty}>
          <p>{text('settings.nothingFound')}</p>
          <Button className={density.press} onPress={() => void change({ search: '', show: 'all' })}>
            {text('settings.clear')}
          </Button>
        </div>
      )}
      {others.length > 0 && !isNarrowed && <Others others={others} />}
    </div>
  )
}
