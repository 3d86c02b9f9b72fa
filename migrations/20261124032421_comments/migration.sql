CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"key" text NOT NULL,
	"language" text NOT NULL,
	"body" text NOT NULL,
	"author_id" uuid,
	"asked_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "comments_text" ON "comments" ("key","language","created_at");--> statement-breakpoint
CREATE INDEX "comments_asked" ON "comments" ("asked_id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_asked_id_users_id_fkey" FOREIGN KEY ("asked_id") REFERENCES "users"("id") ON DELETE SET NULL;