// A worker of the page that ends at once. See update-flow.ts.
self.close()
