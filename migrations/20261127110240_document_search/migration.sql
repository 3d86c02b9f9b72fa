-- The text of files is read again, with its words.
DELETE FROM "document_pages";--> statement-breakpoint
UPDATE "document_versions" SET "pages_read" = 0, "is_read" = false WHERE "state" = 'ready';--> statement-breakpoint
ALTER TABLE "document_pages" ADD COLUMN "vector" tsvector NOT NULL;--> statement-breakpoint
CREATE INDEX "document_pages_vector" ON "document_pages" USING gin ("vector");
