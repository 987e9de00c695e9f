import { expect, test } from 'vitest'
import { readFromWorker, readToWorker } from '#web/offline/worker-messages'

// A page or a worker of another version may be at the other end.

test.each([
  [
    { type: 'set-owner', owner: 'ada', former: 'bo', more: 1 },
    { type: 'set-owner', owner: 'ada', former: 'bo' },
  ],
  [
    { type: 'set-owner', owner: 'ada', former: 7 },
    { type: 'set-owner', owner: 'ada', former: null },
  ],
  [{ type: 'set-owner', owner: 7 }, null],
  [{ owner: 'ada' }, null],
  [{ type: 'purge' }, { type: 'purge' }],
  [
    { type: 'warm-up', always: true },
    { type: 'warm-up', always: true },
  ],
  [
    { type: 'warm-up', always: 'yes' },
    { type: 'warm-up', always: false },
  ],
  [{ type: 'claim' }, { type: 'claim' }],
  [{ type: 'SKIP_WAITING' }, { type: 'SKIP_WAITING' }],
  [{ type: 'dance' }, null],
  ['purge', null],
  [null, null],
])('the worker reads %j as %j', (sent, read) => {
  expect(readToWorker(sent)).toEqual(read)
})

const progress = { type: 'warm-up-progress', done: 1, total: 2 }

test.each([
  [
    { type: 'storage-trouble', trouble: 'full' },
    { type: 'storage-trouble', trouble: 'full' },
  ],
  [
    { type: 'storage-trouble', trouble: 'worse' },
    { type: 'storage-trouble', trouble: 'blocked' },
  ],
  [
    { ...progress, first: true },
    { ...progress, first: true },
  ],
  [progress, { ...progress, first: false }],
  [{ ...progress, done: '1' }, null],
  [{ ...progress, total: undefined }, null],
  [{ type: 'dance', done: 1, total: 2 }, null],
  [undefined, null],
])('the page reads %j as %j', (sent, read) => {
  expect(readFromWorker(sent)).toEqual(read)
})
