// A worker of the page that ends at once. See activate-waiting-worker.ts.
self.close()
