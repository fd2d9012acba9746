import { shownTexts } from '@sitwell/contract'
import { languages } from '@sitwell/i18n/languages'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import styles from './rules.module.css'
import { settingsFields } from './settings-fields.ts'
import { useSettingsText } from './settings-text.ts'
import { TextRow } from './text-row.tsx'
import { useTexts } from './use-texts.ts'

/** The texts of a language beside the organisation's own, with a search. */
export const TextsPart = ({ mayWrite, onSaved }: { readonly mayWrite: boolean; onSaved(): void }) => {
  const { language: viewer } = useOffice()
  const text = useSettingsText()
  const [{ search, texts: show, language: chosen }, change] = useAddressQuery(settingsFields)
  const language = languages.find(({ tag }) => tag === chosen) ?? viewer
  const { reading, texts, total } = useTexts({ languageID: language.id, search, show })
  const isNarrowed = search.trim() !== ''
  return (
    <div className={styles.part}>
      <FilterBar
        views={shownTexts.map((id) => ({ id, label: text(`texts.show.${id}`) }))}
        view={show}
        onView={(id) => void change({ texts: shownTexts.find((one) => one === id) ?? 'all' }, { replace: false })}
        search={{
          label: text('texts.search'),
          value: search,
          onSearch: (typed) => void change({ search: typed }),
          shortcut: '/',
        }}
      >
        <Select
          label={text('texts.language')}
          options={languages.map(({ tag, name }) => ({ id: tag, title: name }))}
          value={language.tag}
          onChange={(tag) => void change({ language: tag })}
        />
      </FilterBar>
      <p role="status" className={styles.small}>
        {reading.isPending ? text('texts.loading') : text('texts.found', { count: total ?? 0 })}
      </p>
      {texts.length > 0 && (
        <Section title={text('texts.list')}>
          <ul className={styles.rules}>
            {texts.map((one) => (
              <TextRow key={`${language.id} ${one.id}`} shown={one} language={language} mayWrite={mayWrite} onSaved={onSaved} />
            ))}
          </ul>
        </Section>
      )}
      {reading.isSuccess && texts.length === 0 && (
        <div className={styles.empty}>
          <p>{text(show === 'own' && !isNarrowed ? 'texts.noneOwn' : 'texts.nothing')}</p>
        </div>
      )}
      {reading.isError && (
        <div className={styles.empty}>
          <Problem>{text('texts.failed')}</Problem>
          <Button
            className={density.press}
            onPress={() => void (reading.isFetchNextPageError ? reading.fetchNextPage() : reading.refetch())}
          >
            {text('table.retry')}
          </Button>
        </div>
      )}
      {reading.hasNextPage && !reading.isError && (
        <div className={styles.empty}>
          <Button className={density.press} isPending={reading.isFetchingNextPage} onPress={() => void reading.fetchNextPage()}>
            {text('texts.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
