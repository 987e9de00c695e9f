import './ui/kit.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterFirstRender, beforeFirstRender } from './data/launch.ts'
import { createQueryClient } from './data/query-client.ts'
import { currentUser } from './data/user.ts'
import { removeFirstFrame } from './first-frame/hand-over.ts'
import { loadAnswerCheck } from './net/request.ts'
import { createAppRouter } from './routes.tsx'
import { leadOnFromSheets } from './ui/sheet-entry.ts'

async function start(): Promise<void> {
  void loadAnswerCheck().catch(() => undefined) // what needs it asks again
  void import('./ui/press/press.ts').then(
    ({ showPresses }) => showPresses(),
    () => undefined,
  )
  // Where there is no close watcher the first open sheet needs it at once.
  if (!window.CloseWatcher) void import('./ui/back-by-history.ts').catch(() => undefined)
  const client = createQueryClient()
  // Saved answers are in memory before the first render, so the first commit shows what the first frame showed.
  beforeFirstRender(client)
  // Every launch asks who is logged in, however recent the saved answer is.
  await client.invalidateQueries({ queryKey: currentUser().queryKey, refetchType: 'none' })

  let isFirst = true
  const onFirstCommit = () => {
    if (!isFirst) return // strict mode runs effects twice in development
    isFirst = false
    removeFirstFrame()
    afterFirstRender(client)
  }
  leadOnFromSheets()
  const router = createAppRouter({ client, onFirstCommit })
  // Without this the first commit would be an empty page.
  await router.load()

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element for the app.')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
