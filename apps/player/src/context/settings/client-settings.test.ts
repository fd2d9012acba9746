import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientSettings } from './client-settings.ts'

const named = {
  logoUrl: 'l',
  appBarLogoUrl: 'a',
  themes: { Default: { primary: '#111111' } },
  uploadFileTypesAllowed: 'pdf',
  proctoringMode: 1,
  previewMode: true,
  demoMode: true,
  canDownloadResult: true,
  proctoringType: 1,
  proctoringSessionID: 's',
  enableForgottenPassword: true,
  legacySingleSignon: true,
  adminUrl: 'https://admin.example',
  supportedBrowsers: [{ name: 'chrome', include: [], exclude: [] }],
  versionNumber: '1',
  proctoringActive: true,
  clientName: 'c',
  userInfo1: '1',
  userInfo2: '2',
  proctoringDebug: true,
}

// ENT-111
test('client settings keep every field that the specification names, under its name', () => {
  expect(z.parse(clientSettings, named)).toMatchObject(named)
})

test('an organisation that says nothing has no proctoring, no preview, no demonstration mode, and lets results be downloaded', () => {
  expect(z.parse(clientSettings, {})).toMatchObject({
    proctoringMode: 0,
    proctoringType: 0,
    proctoringActive: false,
    previewMode: false,
    demoMode: false,
    canDownloadResult: true,
  })
})
