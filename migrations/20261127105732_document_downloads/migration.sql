CREATE TABLE "document_downloads" (
	"document_id" uuid,
	"day" date,
	"downloads" integer NOT NULL,
	CONSTRAINT "document_downloads_pkey" PRIMARY KEY("document_id","day")
);
--> statement-breakpoint
ALTER TABLE "document_downloads" ADD CONSTRAINT "document_downloads_document_id_documents_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE CASCADE;