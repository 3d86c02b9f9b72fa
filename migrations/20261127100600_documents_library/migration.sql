CREATE TABLE "document_pages" (
	"document_id" uuid,
	"number" integer,
	"page" integer,
	"words" text NOT NULL,
	CONSTRAINT "document_pages_pkey" PRIMARY KEY("document_id","number","page")
);
--> statement-breakpoint
CREATE TABLE "document_uploads" (
	"key" uuid PRIMARY KEY,
	"alive_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_versions" (
	"document_id" uuid,
	"number" integer,
	"key" uuid NOT NULL,
	"original_filename" text NOT NULL,
	"file_path" text NOT NULL,
	"file_size" bigint NOT NULL,
	"file_digest" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"cleans_metadata" boolean NOT NULL,
	"page_count" integer,
	"report" jsonb,
	"pages_read" integer DEFAULT 0 NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"taken_until" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_versions_pkey" PRIMARY KEY("document_id","number")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "slug" text;--> statement-breakpoint
UPDATE "documents" SET "slug" = 'document-' || "id";--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "version_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "document_versions_key" ON "document_versions" ("key");--> statement-breakpoint
CREATE INDEX "document_versions_unfinished" ON "document_versions" ("created_at") WHERE "state" = 'processing' OR ("state" = 'ready' AND NOT "is_read");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_slug" ON "documents" ("slug");--> statement-breakpoint
CREATE INDEX "documents_deleted" ON "documents" ("deleted_at") WHERE "deleted_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "document_pages" ADD CONSTRAINT "document_pages_1TH9bKNqWgEO_fkey" FOREIGN KEY ("document_id","number") REFERENCES "document_versions"("document_id","number") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id_documents_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
SELECT audit_table('documents', key => '{id}', plain => '{slug,title,description,keywords,category,status,version_number,original_filename,mapped_language,is_featured,published_at,deleted_at}', ignored => '{id,file_path,file_size,file_digest,file_modified_at,page_count,search_text,total_views,total_downloads,created_by,created_at,updated_at}');--> statement-breakpoint
SELECT audit_table('document_versions', key => '{document_id,number}', plain => '{document_id,number,original_filename,file_size,file_digest,state,failure,cleans_metadata}', ignored => '{key,file_path,page_count,report,pages_read,is_read,taken_until,created_by,created_at}');--> statement-breakpoint
SELECT signal_changes('documents', 'documents');--> statement-breakpoint
SELECT signal_changes('document_versions', 'documents', columns => '{state,pages_read,is_read}');--> statement-breakpoint
SELECT signal_changes('documents', 'notifications', operations => '{INSERT,DELETE}');
